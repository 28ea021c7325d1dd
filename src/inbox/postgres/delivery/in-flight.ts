import type { Transaction } from '../connection/transaction.ts';

/**
 * Which of these calls may be being sent, by whichever process: the owner of their destination has them, or another one
 * had begun them and their time is not over. To be asked in a transaction that has locked their destinations.
 */
export async function callsInFlight(
  transaction: Transaction,
  calls: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const rows = await transaction.all<{ call: number }>(
    `SELECT begun.call FROM begun LEFT JOIN work ON work.name = 'destination ' || begun.destination
     WHERE begun.call = ANY ($1) AND (begun.until > $2 OR work.owner = begun.owner)`,
    calls,
    Math.floor(now),
  );
  return new Set(rows.map(({ call }) => call));
}
