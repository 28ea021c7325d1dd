import { workOf } from '../../decide/spread-works.ts';
import { storedHolds, writeDestination } from '../../operations/holds.ts';
import type { OperationStore } from '../../operations/steps.ts';
import type { Store } from '../../store.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { stopStoreThatIsCopy } from './copies.ts';

/** The methods for holds and pauses of destinations and mappings, and for their catalogs. */
export function holds(parts: Parts, store: OperationStore) {
  const { database, ownership, clock, beingPlanned, beingDelivered } = parts;
  return {
    ...storedHolds(store, store, [beingPlanned, beingDelivered]),
    stopCopy: destinations =>
      database.write(transaction => stopStoreThatIsCopy(transaction, destinations, clock.now())),
    async saveDestination(record) {
      const work = workOf(record.name);
      await ownership.take(work);
      await database.write(async transaction => {
        await ownership.prove(transaction, [work]);
        await takeSteps(writeDestination(statementsOf(transaction), record, store.now()));
      });
    },
  } satisfies Partial<Store>;
}
