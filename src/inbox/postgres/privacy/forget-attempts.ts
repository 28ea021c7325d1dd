import { storedCompletion } from '../../stored/stored-completion.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Deletes the attempts of calls. The ledger keeps only the results of their bookings. */
export async function forgetAttempts(transaction: Transaction, calls: readonly number[]): Promise<void> {
  for (const table of ['attempt', 'attempt_in_flight'])
    await transaction.run(`DELETE FROM ${table} WHERE call = ANY($1)`, calls);
  const rows = await transaction.all<{ number: number; completion: string }>(
    'SELECT number, completion FROM ledger WHERE call = ANY($1) AND completion IS NOT NULL',
    calls,
  );
  if (rows.length === 0) return;
  await transaction.run(
    `UPDATE ledger SET completion = new.completion
     FROM unnest($1::bigint[], $2::text[]) AS new (number, completion) WHERE ledger.number = new.number`,
    rows.map(({ number }) => number),
    rows.map(({ completion }) => resultAlone(completion)),
  );
}

function resultAlone(text: string): string {
  const { result } = storedCompletion.read(text);
  return storedCompletion.write(result === undefined ? {} : { result });
}
