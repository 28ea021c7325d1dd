import { againSql } from '../stored/planning-codes.ts';
import { type Batch, batchSize } from './in-batches.ts';
import type { Steps, StoreTransaction } from './steps.ts';

/**
 * Marks one batch of events to be planned again: those that the mapping holds, or without a mapping those to which
 * none applied. `after` is the end of the previous batch, so that each event is taken once. Call it in a transaction
 * that has locked the planning, so that no plan is stored at the same time.
 */
export function* planHeldAgain(
  transaction: StoreTransaction,
  mapping: string | undefined,
  after: number,
): Steps<Batch> {
  const rows =
    mapping === undefined
      ? yield* transaction.all<{ at: number; event: number }>(
          `SELECT sequence AS at, sequence AS event FROM event WHERE own_status = 'held' AND sequence > $1
           ORDER BY sequence LIMIT $2`,
          after,
          batchSize,
        )
      : yield* transaction.all<{ at: number; event: number }>(
          `SELECT id AS at, event FROM call WHERE mapping = $1 AND status = 'held' AND id > $2 ORDER BY id LIMIT $3`,
          mapping,
          after,
          batchSize,
        );
  const sequences = rows.map(row => row.event);
  yield* transaction.lockEventRows(sequences);
  const count = yield* transaction.run(
    `UPDATE event SET planning = ${againSql} WHERE planning <= 0 AND sequence = ANY ($1)`,
    sequences,
  );
  return { count, more: rows.length === batchSize, last: rows.at(-1)?.at ?? after };
}
