import { randomBytes } from 'node:crypto';
import type { PersistCustomerData } from '../../call.ts';
import type { Beginning, Claim } from '../../claim.ts';
import {
  type Booked,
  decideBooking,
  endIntent,
  type IntentEnd,
  interruptedBooking,
  type NewBooking,
} from '../../decide/ledger.ts';
import type { Completion } from '../../outcome.ts';
import { type BookingKeys, bookingKeys, hexOf, readNamedKeys } from '../../stored/booking-key.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import type { Connection } from '../connection/connection.ts';
import { takeOut } from '../rows/take-out.ts';

/** The data that the ledger uses. */
export interface Ledger {
  /** The key of its hashes. */
  readonly secret: Uint8Array;
  /** The last event whose booking the original may have made, if this store is a copy. */
  readonly unsureUpTo: number;
}

/** Returns the key of the ledger's hashes, made with the store: without it they reveal nothing about appointments. */
export function ledgerSecret(connection: Connection): Uint8Array {
  connection.run("INSERT OR IGNORE INTO meta VALUES ('ledger key', ?)", randomBytes(32));
  const row = connection.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = 'ledger key'");
  if (!row) throw new Error('the key of the ledger is missing');
  return row.value;
}

/**
 * Writes the entry of a booking in the ledger, or returns the event that has it (Store.begin). The intent is on disk
 * before the first byte is sent, so an interrupted booking never counts as unsent.
 */
export function beginBooking(
  connection: Connection,
  { secret, unsureUpTo }: Ledger,
  claim: Claim,
  booking: PersistCustomerData,
  at: number,
): Beginning {
  const keys = bookingKeys(secret, claim.destination, booking);
  const isUnsure = placeOf(connection, claim) <= unsureUpTo;
  const { beginning, write } = decideBooking({
    claim,
    keys: { exact: hexOf(keys.exact), unnamed: hexOf(keys.unnamed) },
    known: findBooked(connection, keys),
    isUnsure,
  });
  if (write) writeBooking(connection, { ...claim, ...write, keys, at: Math.round(at) });
  if (beginning.kind === 'go') {
    connection.run('UPDATE call SET attempt = ? WHERE id = ?', claim.attempt, claim.callId);
  }
  return beginning;
}

/**
 * Returns the position of a call's event in the order of acceptance. An event that was split off later has the
 * position of the original event.
 */
function placeOf(connection: Connection, { sequence }: Claim): number {
  const event = connection.get<{ origin: number | null }>(
    'SELECT origin FROM event WHERE sequence = ?',
    sequence,
  );
  return event?.origin ?? sequence;
}

/** Returns the entries for a booking and for others of its appointment, the oldest first. */
export function findBooked(connection: Connection, keys: BookingKeys): readonly Booked[] {
  return connection
    .all<LedgerRow>(
      `SELECT number, key, call, event_id, attempt, state, unclear, completion, names FROM ledger
       WHERE key IN (?, ?) OR appointment = ? ORDER BY number`,
      keys.exact,
      keys.unnamed,
      keys.appointment,
    )
    .map(row => ({
      key: hexOf(row.key),
      number: row.number,
      callId: row.call,
      eventId: row.event_id,
      attempt: row.attempt,
      state: row.state,
      wasUnclear: row.unclear === 1,
      completion: row.completion === null ? {} : storedCompletion.read(row.completion),
      names: readNamedKeys(row.names),
    }));
}

interface LedgerRow {
  number: number;
  key: Uint8Array;
  call: number;
  event_id: string;
  attempt: number;
  state: Booked['state'];
  unclear: number;
  completion: string | null;
  names: Uint8Array | null;
}

/** Writes the entry of a booking, and replaces an existing one. */
export function writeBooking(connection: Connection, booking: NewBooking): void {
  connection.run(
    `INSERT OR REPLACE INTO ledger (key, appointment, call, event_id, attempt, state, unclear, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    booking.keys.exact,
    booking.keys.appointment,
    booking.callId,
    booking.eventId,
    booking.attempt,
    booking.state,
    booking.wasUnclear ? 1 : 0,
    booking.at,
  );
}

/** The end of a call's intent. `names`: the keys of the bookings that its response named (`namedKeys`). */
export interface EndedIntent {
  readonly end: IntentEnd;
  readonly completion: Completion;
  readonly names?: Uint8Array | null;
}

/** Ends the intent of a call, if it wrote one. */
export function settleIntent(
  connection: Connection,
  callId: number,
  { end, completion, names = null }: EndedIntent,
  now: number,
): void {
  const intents = connection.all<{ number: number; unclear: number }>(
    "SELECT number, unclear FROM ledger WHERE call = ? AND state = 'intent'",
    callId,
  );
  for (const { number, unclear } of intents) {
    const becomes = endIntent(end, { wasUnclear: unclear === 1 });
    if (becomes === 'gone') connection.run('DELETE FROM ledger WHERE number = ?', number);
    else if (becomes === 'free') connection.run("UPDATE ledger SET state = 'free' WHERE number = ?", number);
    else {
      connection.run(
        'UPDATE ledger SET state = ?, completion = ?, names = ?, at = ? WHERE number = ?',
        becomes,
        becomes === 'completed' ? storedCompletion.write(completion) : null,
        becomes === 'completed' ? names : null,
        now,
        number,
      );
    }
  }
}

/** Marks every booking as uncertain that was in flight when the process ended. Run it once, before the first claim. */
export function recoverIntents(connection: Connection, now: number): void {
  const intents = connection.all<{ call: number; attempt: number; at: number }>(
    "SELECT call, attempt, at FROM ledger WHERE state = 'intent'",
  );
  for (const { call, attempt, at } of intents) {
    settleIntent(connection, call, { end: 'uncertain', completion: {} }, now);
    connection.run(
      "INSERT INTO attempt (call, number, at, ms, outcome) VALUES (?, ?, ?, 0, 'unknown T11')",
      call,
      attempt,
      at,
    );
    takeOut(connection, call, interruptedBooking(), now);
  }
}
