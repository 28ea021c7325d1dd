import type { Connection } from '../connection/connection.ts';
import { batchSize } from '../connection/write-queue.ts';

/**
 * Counts the oldest calls, by mapping, that are held although the mapping is not, and that do not wait for planning.
 * A release marks as many of the oldest calls to be planned again in the transaction that ends the hold, so these are
 * not counted.
 */
export function strandedCalls(
  connection: Connection,
  mappings: readonly string[],
): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const mapping of mappings) {
    const row = connection.get<{ calls: number }>(
      `SELECT count(*) AS calls
       FROM (SELECT event FROM call WHERE mapping = ?1 AND status = 'held' ORDER BY id LIMIT ?2) AS oldest
         JOIN event ON event.sequence = oldest.event
       WHERE event.planning <= 0 AND NOT EXISTS (SELECT 1 FROM mapping_hold WHERE mapping = ?1)`,
      mapping,
      batchSize,
    );
    if (row && row.calls > 0) found[mapping] = row.calls;
  }
  return found;
}
