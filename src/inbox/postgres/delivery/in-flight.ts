import type { Transaction } from '../connection/transaction.ts';

/**
 * Returns those of these calls that may be in flight in any process: the owner of the destination has claimed them,
 * or an earlier owner did and their time is not over. The transaction has locked the destinations.
 */
export async function callsInFlight(
  transaction: Transaction,
  calls: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const rows = await transaction.all<{ call: number }>(
    `SELECT attempt_in_flight.call FROM attempt_in_flight LEFT JOIN lease ON lease.name = 'destination ' || attempt_in_flight.destination
     WHERE attempt_in_flight.call = ANY ($1) AND (attempt_in_flight.until > $2 OR lease.owner = attempt_in_flight.owner)`,
    calls,
    Math.floor(now),
  );
  return new Set(rows.map(({ call }) => call));
}
