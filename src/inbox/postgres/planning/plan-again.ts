import { againSql } from '../../stored/planning-codes.ts';
import { type DoneBatch, rowsOfBatch } from '../connection/in-batches.ts';
import type { Transaction } from '../connection/transaction.ts';
import { lockEventRows } from '../rows/locks.ts';

/**
 * Marks one batch of events to be planned again: those that the mapping holds, or without a mapping those to which
 * none applied. `after` is the end of the previous batch, so that each event is taken once. Call it in a transaction
 * that has locked the planning, so that no plan is stored at the same time.
 */
export async function planHeldAgain(
  transaction: Transaction,
  mapping: string | undefined,
  after: number,
): Promise<DoneBatch> {
  const rows =
    mapping === undefined
      ? await transaction.all<{ at: number; event: number }>(
          `SELECT sequence AS at, sequence AS event FROM event WHERE own_status = 'held' AND sequence > $1
           ORDER BY sequence LIMIT $2`,
          after,
          rowsOfBatch,
        )
      : await transaction.all<{ at: number; event: number }>(
          `SELECT id AS at, event FROM call WHERE mapping = $1 AND status = 'held' AND id > $2 ORDER BY id LIMIT $3`,
          mapping,
          after,
          rowsOfBatch,
        );
  const sequences = rows.map(row => row.event);
  await lockEventRows(transaction, sequences);
  const count = await transaction.run(
    `UPDATE event SET planning = ${againSql} WHERE planning <= 0 AND sequence = ANY($1)`,
    sequences,
  );
  return { count, more: rows.length === rowsOfBatch, last: rows.at(-1)?.at ?? after };
}
