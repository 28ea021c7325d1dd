import type { Booked, IntentEnd } from '../../decide/ledger.ts';
import { endIntent } from '../../decide/ledger.ts';
import type { Completion } from '../../outcome.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The entries of bookings, by their keys in hexadecimal digits; none for what is not known. */
export async function bookedBy(
  transaction: Transaction,
  keys: readonly Uint8Array[],
): Promise<Map<string, Booked>> {
  const rows = await transaction.all<{
    key: string;
    call: number;
    event_id: string;
    attempt: number;
    state: Booked['state'];
    unclear: boolean;
    completion: string | null;
  }>(
    `SELECT encode(key, 'hex') AS key, call, event_id, attempt, state, unclear, completion FROM ledger
     WHERE key = ANY ($1::bytea[])`,
    keys,
  );
  const entries = rows.map(row => {
    const booked: Booked = {
      callId: row.call,
      eventId: row.event_id,
      attempt: row.attempt,
      state: row.state,
      wasUnclear: row.unclear,
      completion: row.completion === null ? {} : storedCompletion.read(row.completion),
    };
    return [row.key, booked] as const;
  });
  return new Map(entries);
}

/** An entry of the ledger as it is written anew. */
export interface NewBooked extends Omit<Booked, 'completion'> {
  readonly key: Uint8Array;
  readonly at: number;
}

/** Writes entries of bookings, in place of those that there may be: as the newest of all, since they go by their order. */
export async function writeBooked(transaction: Transaction, bookings: readonly NewBooked[]): Promise<void> {
  if (bookings.length === 0) return;
  await transaction.run(
    `INSERT INTO ledger (key, call, event_id, attempt, state, unclear, at)
     SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::int[], $5::text[], $6::boolean[], $7::bigint[])
       AS new (key, call, event_id, attempt, state, unclear, at) ORDER BY key
     ON CONFLICT (key) DO UPDATE SET number = DEFAULT, call = excluded.call, event_id = excluded.event_id,
       attempt = excluded.attempt, state = excluded.state, unclear = excluded.unclear, completion = NULL, at = excluded.at`,
    bookings.map(each => each.key),
    bookings.map(each => each.callId),
    bookings.map(each => each.eventId),
    bookings.map(each => each.attempt),
    bookings.map(each => each.state),
    bookings.map(each => each.wasUnclear),
    bookings.map(each => Math.round(each.at)),
  );
}

/** How the intent of a call ends. */
export interface EndedIntent {
  readonly callId: number;
  readonly end: IntentEnd;
  readonly completion: Completion;
}

/** Settles the intents of calls, of those that wrote one. */
export async function endIntents(
  transaction: Transaction,
  ended: readonly EndedIntent[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return;
  const intents = await transaction.all<{ number: number; call: number; unclear: boolean }>(
    "SELECT number, call, unclear FROM ledger WHERE call = ANY ($1) AND state = 'intent'",
    ended.map(({ callId }) => callId),
  );
  const endOf = new Map(ended.map(each => [each.callId, each]));
  const changes = intents.flatMap(({ number, call, unclear }) => {
    const each = endOf.get(call);
    return each ? [{ number, ...each, becomes: endIntent(each.end, { wasUnclear: unclear }) }] : [];
  });
  const numbersOf = (wanted: string) =>
    changes.filter(({ becomes }) => becomes === wanted).map(({ number }) => number);
  const [gone, free] = [numbersOf('gone'), numbersOf('free')];
  if (gone.length > 0) await transaction.run('DELETE FROM ledger WHERE number = ANY ($1)', gone);
  if (free.length > 0) {
    await transaction.run("UPDATE ledger SET state = 'free' WHERE number = ANY ($1)", free);
  }
  const lasting = changes.filter(({ becomes }) => becomes === 'completed' || becomes === 'uncertain');
  if (lasting.length === 0) return;
  await transaction.run(
    `UPDATE ledger SET state = new.state, completion = new.completion, at = $4
     FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (number, state, completion)
     WHERE ledger.number = new.number`,
    lasting.map(({ number }) => number),
    lasting.map(({ becomes }) => becomes),
    lasting.map(({ becomes, completion }) =>
      becomes === 'completed' ? storedCompletion.write(completion) : null,
    ),
    Math.round(now),
  );
}
