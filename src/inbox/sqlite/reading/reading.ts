import type { OperationStore } from '../../operations/steps.ts';
import { eventPage, eventView, pageSize } from '../../operations/views.ts';
import { type Store, StoreUnavailable } from '../../store.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import type { Parts } from '../parts.ts';
import { countAll } from './counts.ts';
import { findPage } from './search.ts';

/** The reads for people. */
export function reading({ connection, queue, clock, direct }: Parts, store: OperationStore) {
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
      const page = await findPage(connection, queue, filter, pageSize(filter));
      return store.read(transaction => eventPage(transaction, page, clock.now()));
    },
    async event(id) {
      await showLate();
      return store.read(transaction => eventView(transaction, id, clock.now()));
    },
    contents: id => queue.read(() => contentsOfEvent(connection, id)),
    counts: () => countAll(connection, queue, direct),
  } satisfies Partial<Store>;
}
