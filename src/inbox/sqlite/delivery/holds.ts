import { storedHolds, strandedCalls, writeDestination } from '../../operations/holds.ts';
import { inBatches } from '../../operations/in-batches.ts';
import { planHeldAgain } from '../../operations/plan-again.ts';
import type { OperationStore, Statements, Steps } from '../../operations/steps.ts';
import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { noteWaitingBatch } from '../rows/waits-at.ts';

/** The methods for holds and pauses of destinations and mappings, and for their catalogs. */
export function holds(parts: Parts, store: OperationStore, apart: OperationStore) {
  const { connection, queue, beingPlanned, beingDelivered } = parts;
  const planAgain = (mapping: string) =>
    inBatches(after => store.write(transaction => planHeldAgain(transaction, mapping, after)));
  return {
    ...storedHolds(store, apart),
    saveDestination: record =>
      store.write(function* (transaction) {
        yield* writeDestination(transaction, record, store.now());
        if (!record.paused)
          yield* transaction.run('UPDATE outbox SET next_at = $1 WHERE next_at IS NULL', store.now());
      }, 'result'),
    releaseMapping: mapping => {
      beingPlanned.outdate();
      beingDelivered.outdate();
      return inBatches(after =>
        store.write(function* (transaction) {
          if (after === 0) yield* transaction.run('DELETE FROM mapping_hold WHERE mapping = $1', mapping);
          return yield* planHeldAgain(transaction, mapping, after);
        }),
      );
    },
    async releaseStranded() {
      const stranded = await apart.read(function* (transaction) {
        return yield* strandedCalls(transaction, yield* halfReleased(transaction));
      });
      const released: Record<string, number> = {};
      for (const mapping of Object.keys(stranded)) released[mapping] = await planAgain(mapping);
      return released;
    },
    async catchUp() {
      for (const mapping of await apart.read(halfReleased)) await planAgain(mapping);
      while ((await queue.write(() => noteWaitingBatch(connection))) > 0);
    },
  } satisfies Partial<Store>;
}

/** Returns the mappings that are no longer held and still have held calls, because a release was interrupted. */
function* halfReleased(transaction: Statements): Steps<readonly string[]> {
  const released = yield* transaction.all<{ mapping: string }>(
    `SELECT DISTINCT mapping FROM tally WHERE status = 'held' AND calls > 0 AND mapping <> ''
       AND mapping NOT IN (SELECT mapping FROM mapping_hold)`,
  );
  return released.map(({ mapping }) => mapping);
}
