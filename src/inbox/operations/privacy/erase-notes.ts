import { erasedMark, type Find } from '../../decide/erasing/personal-data.ts';
import type { OperationStore, Steps, StoreTransaction } from '../steps.ts';

/** The number of short texts that are processed before other work gets its turn. */
const stepSize = 500;

/** Erases a text from the audit log, and from the reasons of holds. */
export async function eraseFromNotes(store: OperationStore, find: Find): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; await store.turn()) {
    const from: number = after;
    after = await store.write(transaction => eraseFromTrail(transaction, find, from));
  }
  await store.write(transaction => eraseFromHolds(transaction, find));
}

/** Erases a text from a range of the audit log; returns its last number if there are more. */
function* eraseFromTrail(
  transaction: StoreTransaction,
  find: Find,
  after: number,
): Steps<number | undefined> {
  const rows = yield* transaction.all<{ number: number } & Record<Column, string | null>>(
    'SELECT number, why, about, detail FROM audit WHERE number > $1 ORDER BY number LIMIT $2',
    after,
    stepSize,
  );
  for (const column of columns) {
    const found = rows.filter(row => row[column] !== null && find(row[column]));
    if (found.length === 0) continue;
    yield* transaction.run(
      `UPDATE audit SET ${column} = $2 WHERE number = ANY ($1)`,
      found.map(({ number }) => number),
      erasedMark,
    );
  }
  return rows.length === stepSize ? rows.at(-1)?.number : undefined;
}

const columns = ['why', 'about', 'detail'] as const;
type Column = (typeof columns)[number];

function* eraseFromHolds(transaction: StoreTransaction, find: Find): Steps<void> {
  const places = yield* transaction.all<{ name: string }>(
    'SELECT destination AS name FROM mapping_hold UNION SELECT name FROM destination',
  );
  yield* transaction.lockDestinations(places.map(({ name }) => name));
  const holds = yield* transaction.all<{ mapping: string; reason: string; diagnostics: string }>(
    'SELECT mapping, reason, diagnostics FROM mapping_hold',
  );
  yield* transaction.run(
    "UPDATE mapping_hold SET reason = $2, diagnostics = '[]' WHERE mapping = ANY ($1)",
    holds.filter(hold => find(`${hold.reason}\n${hold.diagnostics}`)).map(({ mapping }) => mapping),
    erasedMark,
  );
  const destinations = yield* transaction.all<{ name: string; reason: string }>(
    'SELECT name, reason FROM destination WHERE reason IS NOT NULL',
  );
  yield* transaction.run(
    'UPDATE destination SET reason = $2 WHERE name = ANY ($1)',
    destinations.filter(({ reason }) => find(reason)).map(({ name }) => name),
    erasedMark,
  );
}

/**
 * Deletes the senders' ids that contain a text and whose events are deleted, up to the newest id at the start: later
 * ids belong to existing events, and the search would never end.
 */
export async function forgetIdsOfGone(store: OperationStore, find: Find): Promise<void> {
  const newest = await store.read(transaction =>
    transaction.get<{ number: number | null }>('SELECT max(number) AS number FROM dedupe'),
  );
  for (let after: number | undefined = 0; after !== undefined; await store.turn()) {
    const from: number = after;
    const rows = await store.read(transaction =>
      transaction.all<{ number: number; key: string }>(
        'SELECT number, key FROM dedupe WHERE number > $1 AND number <= $2 ORDER BY number LIMIT $3',
        from,
        newest?.number ?? 0,
        stepSize,
      ),
    );
    const found = rows.filter(({ key }) => find(key)).map(({ number }) => number);
    if (found.length > 0)
      await store.write(transaction =>
        transaction.run(
          `DELETE FROM dedupe WHERE number = ANY ($1)
             AND NOT EXISTS (SELECT 1 FROM event WHERE id = dedupe.event_id)`,
          found,
        ),
      );
    after = rows.length === stepSize ? rows.at(-1)?.number : undefined;
  }
}
