import { erasedMark, type Find } from '../../decide/erasing/personal-data.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { lockDestinations } from '../rows/locks.ts';

/** The number of short texts that are processed before other work gets its turn. */
const stepSize = 500;

/** Erases a text from the audit log, and from the reasons of holds. */
export async function eraseFromNotes(database: Database, find: Find): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await database.write(transaction => eraseFromTrail(transaction, find, from));
  }
  await database.write(transaction => eraseFromHolds(transaction, find));
}

/** Erases a text from a range of the audit log; returns its last number if there are more. */
async function eraseFromTrail(
  transaction: Transaction,
  find: Find,
  after: number,
): Promise<number | undefined> {
  const rows = await transaction.all<{ number: number } & Record<Column, string | null>>(
    'SELECT number, why, about, detail FROM audit WHERE number > $1 ORDER BY number LIMIT $2',
    after,
    stepSize,
  );
  for (const column of columns) {
    const found = rows.filter(row => row[column] !== null && find(row[column]));
    if (found.length === 0) continue;
    await transaction.run(
      `UPDATE audit SET ${column} = $2 WHERE number = ANY($1)`,
      found.map(({ number }) => number),
      erasedMark,
    );
  }
  return rows.length === stepSize ? rows.at(-1)?.number : undefined;
}

const columns = ['why', 'about', 'detail'] as const;
type Column = (typeof columns)[number];

async function eraseFromHolds(transaction: Transaction, find: Find): Promise<void> {
  const places = await transaction.all<{ name: string }>(
    'SELECT destination AS name FROM mapping_hold UNION SELECT name FROM destination',
  );
  await lockDestinations(
    transaction,
    places.map(({ name }) => name),
  );
  const holds = await transaction.all<{ mapping: string; reason: string; diagnostics: string }>(
    'SELECT mapping, reason, diagnostics FROM mapping_hold',
  );
  await transaction.run(
    "UPDATE mapping_hold SET reason = $2, diagnostics = '[]' WHERE mapping = ANY($1)",
    holds.filter(hold => find(`${hold.reason}\n${hold.diagnostics}`)).map(({ mapping }) => mapping),
    erasedMark,
  );
  const destinations = await transaction.all<{ name: string; reason: string }>(
    'SELECT name, reason FROM destination WHERE reason IS NOT NULL',
  );
  await transaction.run(
    'UPDATE destination SET reason = $2 WHERE name = ANY($1)',
    destinations.filter(({ reason }) => find(reason)).map(({ name }) => name),
    erasedMark,
  );
}

/**
 * Deletes the senders' ids with a text whose events are gone, up to the newest id at the start: later ids belong to
 * existing events, and the search would never end.
 */
export async function forgetIdsOfGone(database: Database, find: Find): Promise<void> {
  const newest = await database.read(transaction =>
    transaction.get<{ number: number | null }>('SELECT max(number) AS number FROM dedupe'),
  );
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const rows = await database.read(transaction =>
      transaction.all<{ number: number; key: string }>(
        'SELECT number, key FROM dedupe WHERE number > $1 AND number <= $2 ORDER BY number LIMIT $3',
        from,
        newest?.number ?? 0,
        stepSize,
      ),
    );
    const found = rows.filter(({ key }) => find(key)).map(({ number }) => number);
    if (found.length > 0) await database.write(transaction => forget(transaction, found));
    after = rows.length === stepSize ? rows.at(-1)?.number : undefined;
  }
}

async function forget(transaction: Transaction, numbers: readonly number[]): Promise<void> {
  await transaction.run(
    `DELETE FROM dedupe WHERE number = ANY($1) AND NOT EXISTS (SELECT 1 FROM event WHERE id = dedupe.event_id)`,
    numbers,
  );
}
