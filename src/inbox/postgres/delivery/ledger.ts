import type { Booked, IntentEnd, NewBooking } from '../../decide/ledger.ts';
import { endIntent } from '../../decide/ledger.ts';
import type { Completion } from '../../outcome.ts';
import { type BookingKeys, hexOf, readNamedKeys } from '../../stored/booking-key.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import type { Transaction } from '../connection/transaction.ts';

/** An entry of the ledger, and the key of its appointment, which an older version did not write. */
export interface KnownBooking extends Booked {
  readonly appointment: string | null;
}

/** Returns the entries for bookings and for others of their appointments, the oldest first. */
export async function findBooked(
  transaction: Transaction,
  keys: readonly BookingKeys[],
): Promise<KnownBooking[]> {
  const rows = await transaction.all<{
    number: number;
    key: Uint8Array;
    appointment: Uint8Array | null;
    call: number;
    event_id: string;
    attempt: number;
    state: Booked['state'];
    unclear: boolean;
    completion: string | null;
    names: Uint8Array | null;
  }>(
    `SELECT number, key, appointment, call, event_id, attempt, state, unclear, completion, names FROM ledger
     WHERE key = ANY ($1::bytea[]) OR appointment = ANY ($2::bytea[]) ORDER BY number`,
    keys.flatMap(({ exact, unnamed }) => [exact, unnamed]),
    keys.map(({ appointment }) => appointment),
  );
  return rows.map(row => ({
    key: hexOf(row.key),
    appointment: row.appointment && hexOf(row.appointment),
    number: row.number,
    callId: row.call,
    eventId: row.event_id,
    attempt: row.attempt,
    state: row.state,
    wasUnclear: row.unclear,
    completion: row.completion === null ? {} : storedCompletion.read(row.completion),
    names: readNamedKeys(row.names),
  }));
}

/** Returns the entries for a booking and for others of its appointment. */
export function ofAppointment<Entry extends Pick<KnownBooking, 'key' | 'appointment'>>(
  { exact, unnamed, appointment }: BookingKeys,
  entries: readonly Entry[],
): readonly Entry[] {
  const [same, keys] = [hexOf(appointment), [hexOf(exact), hexOf(unnamed)]];
  return entries.filter(each => each.appointment === same || keys.includes(each.key));
}

/**
 * Writes entries of bookings, and replaces existing ones. Each gets a new number and so becomes the newest, because the
 * order of entries counts.
 */
export function writeBooking(transaction: Transaction, bookings: readonly NewBooking[]): void {
  if (bookings.length === 0) return;
  transaction.write(
    `INSERT INTO ledger (key, appointment, call, event_id, attempt, state, unclear, at)
     SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::text[], $5::int[], $6::text[], $7::boolean[], $8::bigint[])
       AS new (key, appointment, call, event_id, attempt, state, unclear, at) ORDER BY key
     ON CONFLICT (key) DO UPDATE SET number = DEFAULT, appointment = excluded.appointment, call = excluded.call,
       event_id = excluded.event_id, attempt = excluded.attempt, state = excluded.state, unclear = excluded.unclear,
       completion = NULL, names = NULL, at = excluded.at`,
    bookings.map(({ keys }) => keys.exact),
    bookings.map(({ keys }) => keys.appointment),
    bookings.map(each => each.callId),
    bookings.map(each => each.eventId),
    bookings.map(each => each.attempt),
    bookings.map(each => each.state),
    bookings.map(each => each.wasUnclear),
    bookings.map(each => Math.round(each.at)),
  );
}

/** The end of a call's intent. */
export interface EndedIntent {
  readonly callId: number;
  readonly end: IntentEnd;
  readonly completion: Completion;
  /** The keys of the bookings that its response named (`namedKeys`). */
  readonly names?: Uint8Array | null;
}

/** The entry of a booking in flight. */
export interface OpenIntent {
  readonly number: number;
  readonly call: number;
  readonly unclear: boolean;
}

/** Returns the intents of calls, if they wrote one. */
export async function openIntents(
  transaction: Transaction,
  calls: readonly number[],
): Promise<readonly OpenIntent[]> {
  if (calls.length === 0) return [];
  return transaction.all<OpenIntent>(
    "SELECT number, call, unclear FROM ledger WHERE call = ANY ($1) AND state = 'intent'",
    calls,
  );
}

/** Ends the intents of calls, if they wrote one. */
export async function endIntents(
  transaction: Transaction,
  ended: readonly EndedIntent[],
  now: number,
): Promise<void> {
  const calls = ended.map(({ callId }) => callId);
  writeEnds(transaction, await openIntents(transaction, calls), ended, now);
}

/** Ends these intents, if their calls ended. */
export function writeEnds(
  transaction: Transaction,
  intents: readonly OpenIntent[],
  ended: readonly EndedIntent[],
  now: number,
): void {
  const endOf = new Map(ended.map(each => [each.callId, each]));
  const changes = intents.flatMap(({ number, call, unclear }) => {
    const each = endOf.get(call);
    return each ? [{ number, ...each, becomes: endIntent(each.end, { wasUnclear: unclear }) }] : [];
  });
  const numbersOf = (wanted: string) =>
    changes.filter(({ becomes }) => becomes === wanted).map(({ number }) => number);
  const [gone, free] = [numbersOf('gone'), numbersOf('free')];
  if (gone.length > 0) transaction.write('DELETE FROM ledger WHERE number = ANY ($1)', gone);
  if (free.length > 0) transaction.write("UPDATE ledger SET state = 'free' WHERE number = ANY ($1)", free);
  const lasting = changes.filter(({ becomes }) => becomes === 'completed' || becomes === 'uncertain');
  if (lasting.length === 0) return;
  transaction.write(
    `UPDATE ledger SET state = new.state, completion = new.completion, names = new.names, at = $5
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[]) AS new (number, state, completion, names)
     WHERE ledger.number = new.number`,
    lasting.map(({ number }) => number),
    lasting.map(({ becomes }) => becomes),
    lasting.map(({ becomes, completion }) =>
      becomes === 'completed' ? storedCompletion.write(completion) : null,
    ),
    lasting.map(({ becomes, names }) => (becomes === 'completed' ? (names ?? null) : null)),
    Math.round(now),
  );
}
