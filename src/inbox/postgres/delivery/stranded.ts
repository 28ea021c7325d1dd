import { rowsOfBatch } from '../connection/in-batches.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Counts the oldest calls, by mapping, that are held although the mapping is not, and that do not wait for planning.
 * A release marks as many of the oldest calls to be planned again in the transaction that ends the hold, so these are
 * not counted.
 */
export async function strandedCalls(
  transaction: Transaction,
  mappings: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  if (mappings.length === 0) return {};
  const rows = await transaction.all<{ mapping: string; calls: number }>(
    `SELECT released.mapping, count(*) AS calls
     FROM (SELECT mapping FROM unnest($1::text[]) AS asked (mapping)
         WHERE mapping NOT IN (SELECT mapping FROM mapping_hold)) AS released
       CROSS JOIN LATERAL (SELECT event FROM call WHERE mapping = released.mapping AND status = 'held'
         ORDER BY id LIMIT $2) AS oldest
       JOIN event ON event.sequence = oldest.event
     WHERE event.planning <= 0 GROUP BY released.mapping`,
    mappings,
    rowsOfBatch,
  );
  return Object.fromEntries(rows.map(({ mapping, calls }) => [mapping, calls]));
}
