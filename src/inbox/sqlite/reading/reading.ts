import { isoTime } from '../../clock.ts';
import { type Store, StoreUnavailable } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import type { Parts } from '../parts.ts';
import { countAll } from './counts.ts';
import { findPage } from './search.ts';
import { eventView, summaries } from './views.ts';

const defaultPage = 50;
const largestPage = 500;

/** The reads for people. */
export function reading({ connection, queue, claims, clock, direct }: Parts) {
  /** Writes calls that have been in flight for long, to make them visible. If that fails, events show without them. */
  async function showLate(): Promise<void> {
    if (!direct.anyIsLate()) return;
    try {
      await queue.write(direct.writeAll);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  return {
    async events(filter) {
      await showLate();
      const limit = Math.min(Math.max(filter.limit ?? defaultPage, 1), largestPage);
      const { found, next, stoppedBefore } = await findPage(connection, queue, filter, limit);
      return queue.read(() => {
        const events = summaries(connection, claims, found, clock.now());
        const searchedTo = stoppedBefore === undefined ? undefined : receivedFrom(connection, stoppedBefore);
        return { events, ...(next !== undefined && { next }), ...(searchedTo && { searchedTo }) };
      });
    },
    async event(id) {
      await showLate();
      return queue.read(() => eventView(connection, claims, id, clock.now()));
    },
    contents: id => queue.read(() => contentsOfEvent(connection, id)),
    counts: () => countAll(connection, queue, direct),
  } satisfies Partial<Store>;
}

/** Returns the time of receipt of the oldest event from a sequence on. */
function receivedFrom(connection: Connection, sequence: number): string | undefined {
  const oldest = connection.get<{ received_at: number }>(
    'SELECT received_at FROM event WHERE sequence >= ? ORDER BY sequence LIMIT 1',
    sequence,
  );
  return oldest && isoTime(oldest.received_at);
}
