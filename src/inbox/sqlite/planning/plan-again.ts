import { againSql } from '../../stored/planning-codes.ts';
import type { Connection } from '../connection/connection.ts';
import { type Batch, batchSize } from '../connection/write-queue.ts';

/**
 * Marks one batch of events to be planned again: those that the mapping holds, or without a mapping those to which
 * none applied. `after` is the end of the previous batch, so that each event is taken once.
 */
export function planHeldAgain(connection: Connection, mapping: string | undefined, after: number): Batch {
  const rows =
    mapping === undefined
      ? connection.all<{ at: number; event: number }>(
          `SELECT sequence AS at, sequence AS event FROM event WHERE own_status = 'held' AND sequence > ?
           ORDER BY sequence LIMIT ?`,
          after,
          batchSize,
        )
      : connection.all<{ at: number; event: number }>(
          `SELECT id AS at, event FROM call WHERE mapping = ? AND status = 'held' AND id > ? ORDER BY id LIMIT ?`,
          mapping,
          after,
          batchSize,
        );
  const count = connection.run(
    `UPDATE event SET planning = ${againSql} WHERE planning <= 0 AND sequence IN (SELECT value FROM json_each(?))`,
    JSON.stringify(rows.map(row => row.event)),
  );
  return { count, more: rows.length === batchSize, last: rows.at(-1)?.at ?? after };
}
