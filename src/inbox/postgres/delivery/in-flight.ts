import type { Transaction } from '../connection/transaction.ts';

/** The calls that may be in flight: the owner of the destination has claimed them, or an earlier one's time is not over. */
const inFlight = `SELECT attempt.call FROM attempt_in_flight attempt
  LEFT JOIN lease ON lease.name = 'destination ' || attempt.destination
  WHERE (attempt.until > $1 OR lease.owner = attempt.owner)`;

/** Returns the calls that may be in flight in any process. */
export async function allInFlight(transaction: Transaction, now: number): Promise<readonly number[]> {
  const rows = await transaction.all<{ call: number }>(inFlight, Math.floor(now));
  return rows.map(({ call }) => call);
}

/**
 * Returns those of these calls that may be in flight in any process. The transaction has locked the destinations.
 */
export async function callsInFlight(
  transaction: Transaction,
  calls: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const rows = await transaction.all<{ call: number }>(
    `${inFlight} AND attempt.call = ANY ($2)`,
    Math.floor(now),
    calls,
  );
  return new Set(rows.map(({ call }) => call));
}
