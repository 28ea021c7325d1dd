import { type Batch, batchSize } from './in-batches.ts';
import type { Steps, StoreTransaction } from './steps.ts';

/**
 * Makes lanes due now that were due between two times, one batch of them (WorkStore.hasten). Epoch milliseconds. Call
 * it in a transaction that has locked the destination.
 */
export function* hastenBatch(
  transaction: StoreTransaction,
  destination: string,
  from: number,
  until: number,
): Steps<Batch> {
  const now = Math.round(from);
  const latest = Math.ceil(until);
  // The index of SQLite needs both values of `imported`.
  const lanes = yield* transaction.all<{ id: number }>(
    `SELECT id FROM lane WHERE destination = $1 AND imported IN (false, true) AND due_at > $2 AND due_at <= $3
     ORDER BY due_at, id LIMIT $4`,
    destination,
    now,
    latest,
    batchSize,
  );
  const ids = lanes.map(({ id }) => id);
  yield* transaction.run(
    `UPDATE call SET due_at = $1 WHERE lane = ANY ($2) AND status = 'queued' AND due_at > $1 AND due_at <= $3`,
    now,
    ids,
    latest,
  );
  yield* transaction.refreshLanes(ids);
  return { count: ids.length, more: ids.length === batchSize, last: 0 };
}
