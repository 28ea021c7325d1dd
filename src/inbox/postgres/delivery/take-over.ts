import { interruptedBooking } from '../../decide/ledger.ts';
import type { Transaction } from '../connection/transaction.ts';
import { lockEventRows } from '../rows/locks.ts';
import { takeOut } from '../rows/take-out.ts';
import { endIntents } from './ledger.ts';

interface IntentRow {
  call: number;
  event: number;
  attempt: number;
  at: number;
}

/**
 * Marks the bookings as uncertain that the last owner of a destination was sending. A lane with a call that may still
 * be in flight, such a booking included, stays closed until the time of that call is over (WorkStore.claim), so that
 * nothing newer overtakes it. The transaction has locked the destination.
 */
export async function takeOverDestination(
  transaction: Transaction,
  destination: string,
  now: number,
): Promise<void> {
  await transaction.run(
    'DELETE FROM attempt_in_flight WHERE destination = $1 AND until <= $2',
    destination,
    Math.floor(now),
  );
  const intents = await transaction.all<IntentRow>(
    `SELECT ledger.call, call.event, ledger.attempt, ledger.at FROM ledger JOIN call ON call.id = ledger.call
     WHERE ledger.state = 'intent' AND call.destination = $1 ORDER BY ledger.number`,
    destination,
  );
  if (intents.length === 0) return;
  const calls = intents.map(({ call }) => call);
  await lockEventRows(transaction, [...new Set(intents.map(({ event }) => event))]);
  await endIntents(
    transaction,
    calls.map(callId => ({ callId, end: 'uncertain', completion: {} })),
    now,
  );
  await transaction.run(
    `INSERT INTO attempt (call, number, at, ms, outcome)
     SELECT call, number, at, 0, 'unknown T11' FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS new (call, number, at)`,
    calls,
    intents.map(({ attempt }) => attempt),
    intents.map(({ at }) => at),
  );
  // A late result from the last owner does not count.
  await transaction.run(
    `UPDATE attempt_in_flight SET owner = '', lane = call.lane FROM call WHERE attempt_in_flight.call = ANY ($1) AND call.id = attempt_in_flight.call`,
    calls,
  );
  const leaving = interruptedBooking();
  await takeOut(
    transaction,
    calls.map(callId => ({ callId, leaving })),
    now,
  );
}

/** Returns the destinations of bookings whose last known state is that they were being sent. */
export async function destinationsWithIntents(transaction: Transaction): Promise<readonly string[]> {
  const rows = await transaction.all<{ destination: string }>(
    `SELECT DISTINCT call.destination FROM ledger JOIN call ON call.id = ledger.call
     WHERE ledger.state = 'intent' ORDER BY call.destination`,
  );
  return rows.map(({ destination }) => destination);
}
