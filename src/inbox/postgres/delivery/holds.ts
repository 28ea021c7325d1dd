import { workOf } from '../../decide/spread-works.ts';
import { storedHolds, strandedCalls, writeDestination } from '../../operations/holds.ts';
import { type Batch, inBatches } from '../../operations/in-batches.ts';
import { planHeldAgain } from '../../operations/plan-again.ts';
import type { OperationStore, Statements, Steps } from '../../operations/steps.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { lockWork } from '../rows/locks.ts';
import { stopStoreThatIsCopy } from './copies.ts';

/** The methods for holds and pauses of destinations and mappings, and for their catalogs. */
export function holds(parts: Parts, store: OperationStore) {
  const { database, ownership, clock, beingPlanned, beingDelivered } = parts;
  const planAgain = (transaction: Transaction, mapping: string, after: number): Promise<Batch> =>
    takeSteps(planHeldAgain(transactionOf(transaction, parts), mapping, after));
  return {
    ...storedHolds(store, store),
    stopCopy: destinations =>
      database.write(transaction => stopStoreThatIsCopy(transaction, destinations, clock.now())),
    async saveDestination(record) {
      const work = workOf(record.name);
      await ownership.take(work);
      await database.write(async transaction => {
        await ownership.prove(transaction, [work]);
        await takeSteps(writeDestination(statementsOf(transaction), record, clock.now()));
        // The messages that were held because this store was a copy without a person's decision.
        if (!record.paused)
          await transaction.run('UPDATE outbox SET next_at = $1 WHERE next_at IS NULL', store.now());
      });
    },
    releaseMapping(mapping) {
      beingPlanned.outdate();
      beingDelivered.outdate();
      return inBatches(after =>
        database.write(async transaction => {
          await lockWork(transaction, ['planning']);
          if (after === 0) await transaction.run('DELETE FROM mapping_hold WHERE mapping = $1', mapping);
          return planAgain(transaction, mapping, after);
        }),
      );
    },
    async releaseStranded() {
      if (!(await ownership.take('upkeep'))) return {};
      const stranded = await store.read(function* (transaction) {
        return yield* strandedCalls(transaction, yield* halfReleased(transaction));
      });
      const released: Record<string, number> = {};
      for (const mapping of Object.keys(stranded))
        released[mapping] = await inBatches(after =>
          database.write(async transaction => {
            await ownership.prove(transaction, ['upkeep'], ['planning']);
            return planAgain(transaction, mapping, after);
          }),
        );
      return released;
    },
    async catchUp() {
      if (!(await ownership.take('upkeep'))) return;
      for (const mapping of await store.read(halfReleased))
        await inBatches(after =>
          database.write(async transaction => {
            // A plan that is written at the same time would not see the release.
            await lockWork(transaction, ['planning']);
            return planAgain(transaction, mapping, after);
          }),
        );
    },
  } satisfies Partial<Store>;
}

/** Returns the mappings that are no longer held and still have held calls, because a release was interrupted. */
function* halfReleased(transaction: Statements): Steps<readonly string[]> {
  const released = yield* transaction.all<{ mapping: string }>(
    `SELECT mapping FROM tally WHERE kind = 0 AND status = 'held' AND mapping <> ''
       AND mapping NOT IN (SELECT mapping FROM mapping_hold) GROUP BY mapping HAVING sum(number) > 0`,
  );
  return released.map(({ mapping }) => mapping);
}
