import { filledIn } from '../decide/fill-in-keys.ts';
import { storedCall } from '../stored/stored-call.ts';
import { storedCompletion } from '../stored/stored-completion.ts';
import { type Batch, batchSize } from './in-batches.ts';
import type { Statements, Steps } from './steps.ts';

/** Updates the ledger's entries of an older version in one transaction, before anything else uses the store. */
export function* fillInLedger(transaction: Statements, secret: Uint8Array): Steps<void> {
  let batch = yield* fillInLedgerBatch(transaction, secret, 0);
  while (batch.more) batch = yield* fillInLedgerBatch(transaction, secret, batch.last);
}

/** Updates one batch of these entries, if their calls still exist. */
export function* fillInLedgerBatch(transaction: Statements, secret: Uint8Array, after: number): Steps<Batch> {
  const rows = yield* transaction.all<{
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
  const entries = rows.map(({ request, completion, ...row }) => ({
    ...row,
    call: storedCall.read(request),
    completion: completion === null ? null : storedCompletion.read(completion),
  }));
  // If the new keys show that two entries are the same booking, the first one gets the key.
  for (const { number, key, appointment, names } of filledIn(secret, entries))
    yield* transaction.run(
      `UPDATE ledger SET appointment = $1, names = $2,
         key = CASE WHEN EXISTS (SELECT 1 FROM ledger taken WHERE taken.key = $3) THEN key ELSE $3 END
       WHERE number = $4`,
      appointment,
      names,
      key,
      number,
    );
  return { count: rows.length, more: rows.length === batchSize, last: rows.at(-1)?.number ?? after };
}
