import { type DoneBatch, rowsOfBatch } from '../connection/in-batches.ts';
import type { Transaction } from '../connection/transaction.ts';
import { refreshLanes } from '../rows/lanes.ts';

/**
 * Makes one batch of the lanes due that would be due between two times (WorkStore.hasten). Epoch milliseconds. Call it
 * in a transaction that has locked the destination.
 */
export async function hastenBatch(
  transaction: Transaction,
  destination: string,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<DoneBatch> {
  const lanes = await transaction.all<{ id: number }>(
    'SELECT id FROM lane WHERE destination = $1 AND due_at > $2 AND due_at <= $3 ORDER BY due_at, id LIMIT $4',
    destination,
    now,
    until,
    rowsOfBatch,
  );
  const ids = lanes.map(({ id }) => id);
  await transaction.run(
    `UPDATE call SET due_at = $1 WHERE lane = ANY ($2::bigint[]) AND status = 'queued' AND due_at > $1 AND due_at <= $3`,
    now,
    ids,
    until,
  );
  refreshLanes(transaction, ids);
  return { count: ids.length, more: ids.length === rowsOfBatch, last: 0 };
}
