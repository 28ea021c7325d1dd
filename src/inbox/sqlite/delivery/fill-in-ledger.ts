import { filledIn } from '../../decide/fill-in-keys.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import type { Connection } from '../connection/connection.ts';

/** The number of entries in memory at a time. */
const batchSize = 1_000;

/** Updates the ledger's entries of an older version, if their calls still exist. */
export function fillInLedger(connection: Connection, secret: Uint8Array): void {
  let after: number | undefined = 0;
  while (after !== undefined) after = fillInBatch(connection, secret, after);
}

/** Returns the number of the last entry, or undefined if none is left. */
function fillInBatch(connection: Connection, secret: Uint8Array, after: number): number | undefined {
  const rows = connection.all<{
    number: number;
    destination: string;
    request: string;
    completion: string | null;
  }>(
    `SELECT l.number, c.destination, c.request, l.completion FROM ledger l JOIN call c ON c.id = l.call
     WHERE l.appointment IS NULL AND l.number > ? AND c.request IS NOT NULL ORDER BY l.number LIMIT ?`,
    after,
    batchSize,
  );
  const entries = rows.map(({ request, completion, ...row }) => ({
    ...row,
    call: storedCall.read(request),
    completion: completion === null ? null : storedCompletion.read(completion),
  }));
  for (const { number, key, appointment, names } of filledIn(secret, entries)) {
    connection.run(
      `UPDATE ledger SET appointment = ?1, names = ?2,
         key = CASE WHEN EXISTS (SELECT 1 FROM ledger WHERE key = ?3) THEN key ELSE ?3 END
       WHERE number = ?4`,
      appointment,
      names,
      key,
      number,
    );
  }
  return rows.at(-1)?.number;
}
