import { filledIn } from '../../decide/fill-in-keys.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The number of entries that are updated in one transaction. */
const batchSize = 1_000;

/**
 * Updates one batch of the ledger's entries of an older version, after a number. Returns the number of the last
 * entry, or undefined if none is left whose call still exists.
 */
export async function fillInLedgerBatch(
  transaction: Transaction,
  secret: Uint8Array,
  after: number,
): Promise<number | undefined> {
  const rows = await transaction.all<{
    number: number;
    destination: string;
    request: string;
    completion: string | null;
  }>(
    `SELECT l.number, c.destination, c.request, l.completion FROM ledger l JOIN call c ON c.id = l.call
     WHERE l.appointment IS NULL AND l.number > $1 AND c.request IS NOT NULL ORDER BY l.number LIMIT $2`,
    after,
    batchSize,
  );
  if (rows.length === 0) return undefined;
  const entries = rows.map(({ request, completion, ...row }) => ({
    ...row,
    call: storedCall.read(request),
    completion: completion === null ? null : storedCompletion.read(completion),
  }));
  const filled = filledIn(secret, entries);
  await transaction.run(
    `UPDATE ledger SET appointment = new.appointment, names = new.names
     FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS new (number, appointment, names)
     WHERE ledger.number = new.number`,
    filled.map(({ number }) => number),
    filled.map(({ appointment }) => appointment),
    filled.map(({ names }) => names),
  );
  // If the new keys show that two entries are the same booking, the first one gets the key.
  await transaction.run(
    `UPDATE ledger SET key = new.key
     FROM (SELECT DISTINCT ON (key) number, key FROM unnest($1::bigint[], $2::bytea[]) AS given (number, key)
       WHERE NOT EXISTS (SELECT 1 FROM ledger taken WHERE taken.key = given.key) ORDER BY key, number) new
     WHERE ledger.number = new.number`,
    filled.map(({ number }) => number),
    filled.map(({ key }) => key),
  );
  return rows.at(-1)?.number;
}
