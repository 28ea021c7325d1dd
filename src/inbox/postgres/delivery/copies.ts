import { copyCode } from '../../destination-record.ts';
import { writeDestination } from '../../operations/holds.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { lockDestinations } from '../rows/locks.ts';
import { metaValue, setMeta } from '../rows/meta.ts';

/** The place of a store: the database, and its PostgreSQL server if this user may read the server's identifier. */
interface Place {
  readonly system: string;
  readonly database: string;
}

const reason =
  'this store is in another database than before: a copy that was restored, or PostgreSQL was moved or upgraded. If it ' +
  'is a copy, what the other store has delivered since is not known here: see that it does not run any more, look at what ' +
  'waits, then resume';

/**
 * Pauses these destinations and all known ones, if the store is in another database than before and anything would
 * still be sent automatically; returns the reason (WorkStore.stopCopy). A copy of the database's files looks like the
 * original.
 */
export async function stopStoreThatIsCopy(
  transaction: Transaction,
  destinations: readonly string[],
  now: number,
): Promise<string | undefined> {
  const place = await placeNow(transaction);
  const before = await lastPlace(transaction, place);
  if (!isElsewhere(before, place)) {
    // Since then the user may have got the right to read the server's identifier.
    if (place.system !== '') await setMeta(transaction, 'place', written(place));
    return undefined;
  }
  await setMeta(transaction, 'place', written(place));
  if (!(await isAnythingLeft(transaction))) return undefined;
  const known = await transaction.all<{ destination: string }>(
    `SELECT name AS destination FROM destination
     UNION SELECT destination FROM tally WHERE kind = 0 AND destination <> ''`,
  );
  const all = new Set([...destinations, ...known.map(each => each.destination)]);
  await lockDestinations(transaction, all);
  for (const name of all) {
    const paused = {
      name,
      paused: true,
      heldSince: null,
      openedAt: null,
      reason,
      code: copyCode,
      notBefore: null,
    };
    await takeSteps(writeDestination(statementsOf(transaction), paused, now));
  }
  await transaction.run('UPDATE outbox SET next_at = NULL WHERE event IS NOT NULL');
  await transaction.run("DELETE FROM ledger WHERE state = 'free'");
  await markUnsure(transaction);
  return reason;
}

/** Reads the current place. Not every user may read the server's identifier; it is empty then. */
async function placeNow(transaction: Transaction): Promise<Place> {
  const found = await transaction.get<{ database: string; may: boolean }>(
    `SELECT oid::text AS database, has_function_privilege('pg_control_system()', 'execute') AS may
     FROM pg_database WHERE datname = current_database()`,
  );
  const system =
    found?.may === true
      ? await transaction.get<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()')
      : undefined;
  return { system: system?.id ?? '', database: found?.database ?? '' };
}

/**
 * Returns the last stored place of the store, or the current one if none is stored. The row is locked, so starting
 * processes read it one after another.
 */
async function lastPlace(transaction: Transaction, now: Place): Promise<Place> {
  await transaction.run("INSERT INTO meta VALUES ('place', $1) ON CONFLICT DO NOTHING", written(now));
  const row = await transaction.get<{ value: string }>(
    "SELECT value FROM meta WHERE name = 'place' FOR NO KEY UPDATE",
  );
  const [database = '', system = ''] = (row?.value ?? '').split(' ');
  return { database, system };
}

function written({ database, system }: Place): string {
  return `${database} ${system}`;
}

function isElsewhere(before: Place, now: Place): boolean {
  const isOtherSystem = before.system !== '' && now.system !== '' && before.system !== now.system;
  return isOtherSystem || before.database !== now.database;
}

/** True if anything would still be sent automatically. */
async function isAnythingLeft(transaction: Transaction): Promise<boolean> {
  const found = await transaction.get<{ waits: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM call WHERE status IN ('queued', 'held'))
       OR EXISTS (SELECT 1 FROM event WHERE planning > 0)
       OR EXISTS (SELECT 1 FROM ledger WHERE state = 'intent') AS waits`,
  );
  return found?.waits === true;
}

const unsure = 'unsure up to';

/** Returns the newest event whose booking another store may have made since this one was copied from it; 0: none. */
export async function newestUnsure(transaction: Transaction): Promise<number> {
  return Number((await metaValue(transaction, unsure)) ?? 0);
}

/** Records that another store may have made the bookings of all events so far. */
async function markUnsure(transaction: Transaction): Promise<void> {
  const newest = await transaction.get<{ sequence: number | null }>(
    'SELECT max(sequence) AS sequence FROM event',
  );
  await setMeta(transaction, unsure, String(newest?.sequence ?? 0));
}
