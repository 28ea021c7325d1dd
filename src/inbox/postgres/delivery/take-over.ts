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
 * Bookings that the last owner of a destination was sending become uncertain: whether they arrived, nobody knows. What may
 * be on its way still, these bookings too, is waited for in its lane (WorkStore.claim): nothing newer may overtake it. To be
 * called in a transaction that has locked the destination.
 */
export async function takeOverDestination(
  transaction: Transaction,
  destination: string,
  now: number,
): Promise<void> {
  await transaction.run(
    'DELETE FROM begun WHERE destination = $1 AND until <= $2',
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
  // A late word of the last owner about them does not count.
  await transaction.run(
    `UPDATE begun SET owner = '', lane = call.lane FROM call WHERE begun.call = ANY ($1) AND call.id = begun.call`,
    calls,
  );
  const leaving = interruptedBooking();
  await takeOut(
    transaction,
    calls.map(callId => ({ callId, leaving })),
    now,
  );
}

/** The destinations of bookings that were being sent when they were last written about. */
export async function destinationsWithIntents(transaction: Transaction): Promise<readonly string[]> {
  const rows = await transaction.all<{ destination: string }>(
    `SELECT DISTINCT call.destination FROM ledger JOIN call ON call.id = ledger.call
     WHERE ledger.state = 'intent' ORDER BY call.destination`,
  );
  return rows.map(({ destination }) => destination);
}
