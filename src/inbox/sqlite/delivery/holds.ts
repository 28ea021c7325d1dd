import { storedHolds, writeDestination } from '../../operations/holds.ts';
import type { OperationStore } from '../../operations/steps.ts';
import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { noteWaitingBatch } from '../rows/waits-at.ts';

/** The methods for holds and pauses of destinations and mappings, and for their catalogs. */
export function holds(parts: Parts, store: OperationStore, apart: OperationStore) {
  const { connection, queue, beingPlanned, beingDelivered } = parts;
  const stored = storedHolds(store, apart, [beingPlanned, beingDelivered]);
  return {
    ...stored,
    saveDestination: record =>
      store.write(transaction => writeDestination(transaction, record, store.now()), 'result'),
    async catchUp() {
      await stored.catchUp();
      while ((await queue.write(() => noteWaitingBatch(connection))) > 0);
    },
  } satisfies Partial<Store>;
}
