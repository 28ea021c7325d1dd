import { isoTime } from '../../clock.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import type { Parts } from '../parts.ts';
import { counting } from './counts.ts';
import { findPage } from './search.ts';
import { eventView, summaries } from './views.ts';

const defaultPage = 50;
const largestPage = 500;

/** The reads for people. */
export function reading({ database, clock }: Parts) {
  return {
    ...counting({ database }),
    events: filter =>
      database.read(async transaction => {
        const limit = Math.min(Math.max(filter.limit ?? defaultPage, 1), largestPage);
        const { found, next, stoppedBefore } = await findPage(transaction, filter, limit);
        const events = await summaries(transaction, found, clock.now());
        const searchedTo =
          stoppedBefore === undefined ? undefined : await receivedFrom(transaction, stoppedBefore);
        return { events, ...(next !== undefined && { next }), ...(searchedTo && { searchedTo }) };
      }),
    event: id => database.read(transaction => eventView(transaction, id, clock.now())),
    contents: id => database.read(transaction => contentsOfEvent(transaction, id)),
  } satisfies Partial<Store>;
}

/** Returns the time of receipt of the oldest event from a sequence on. */
async function receivedFrom(transaction: Transaction, sequence: number): Promise<string | undefined> {
  const oldest = await transaction.get<{ received_at: number }>(
    'SELECT received_at FROM event WHERE sequence >= $1 ORDER BY sequence LIMIT 1',
    sequence,
  );
  return oldest && isoTime(oldest.received_at);
}
