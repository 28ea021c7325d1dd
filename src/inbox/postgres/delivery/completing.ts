import { duplicateOf, duplicatesOf } from '../../decide/ledger.ts';
import type { Delivery } from '../../decide/settle.ts';
import { namedKeys } from '../../stored/booking-key.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import { refreshLanesOf } from '../rows/lanes.ts';
import { numbersOfLinks, putLink } from '../rows/links.ts';
import { takeOut } from '../rows/take-out.ts';
import { type EndedIntent, endIntents } from './ledger.ts';

/** A delivered call, the known data of its event, and the results of the delivery. */
export interface CompletedCall {
  readonly callId: number;
  readonly eventId: string;
  readonly sequence: number;
  readonly destination: string;
  readonly occurredAt: number | null;
  /** The number of the attempt; absent if a person decided. */
  readonly attempt?: number;
  readonly delivery: Delivery;
}

/**
 * The events with calls that may be skipped after bookings at these destinations are delivered, because those bookings
 * made them uncertain. Lock them together with the events of the bookings. Few calls are ever uncertain.
 */
export async function eventsThatMayFollow(
  transaction: Transaction,
  destinations: readonly string[],
): Promise<readonly number[]> {
  if (destinations.length === 0) return [];
  const rows = await transaction.all<{ event: number }>(
    `SELECT DISTINCT event FROM call WHERE status = 'uncertain' AND destination = ANY ($1)`,
    destinations,
  );
  return rows.map(({ event }) => event);
}

/**
 * Writes that calls are delivered: their results, their ledger entries and their links. Call it in a transaction that
 * has locked their destinations, their events and the events that may follow; refresh their events afterwards.
 */
export async function completeCalls(
  transaction: Transaction,
  ledgerSecret: Uint8Array,
  completed: readonly CompletedCall[],
  now: number,
): Promise<void> {
  if (completed.length === 0) return;
  await writeDelivered(transaction, completed);
  await completeBookings(transaction, ledgerSecret, completed.filter(isBooking), now);
  await putNewLinks(transaction, completed, now);
  refreshLanesOf(
    transaction,
    completed.map(({ callId }) => callId),
  );
}

function isBooking({ delivery }: CompletedCall): boolean {
  return delivery.call.operation === 'persistCustomerData';
}

async function writeDelivered(transaction: Transaction, completed: readonly CompletedCall[]): Promise<void> {
  const known = await diagnosticsOfCalls(
    transaction,
    completed.filter(({ delivery }) => delivery.diagnostics.length > 0).map(({ callId }) => callId),
  );
  transaction.write(
    `UPDATE call SET status = 'delivered', reason = NULL, due_at = NULL, deadline = NULL, tries = tries + 1,
       request = new.request, completion = new.completion, occurred_at = new.occurred_at,
       diagnostics = coalesce(new.diagnostics, call.diagnostics), attempt = coalesce(new.attempt, call.attempt),
       customer_id = coalesce(new.customer_id, call.customer_id)
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::int[], $7::text[])
       AS new (id, request, completion, occurred_at, diagnostics, attempt, customer_id)
     WHERE call.id = new.id`,
    completed.map(({ callId }) => callId),
    completed.map(({ delivery }) => storedCall.write(delivery.call)),
    completed.map(({ delivery }) => storedCompletion.write(delivery.completion)),
    completed.map(({ occurredAt }) => occurredAt),
    completed.map(({ callId, delivery: { diagnostics } }) =>
      diagnostics.length === 0
        ? null
        : diagnosticsText([...diagnosticsOf(known.get(callId)), ...diagnostics]),
    ),
    completed.map(({ attempt }) => attempt ?? null),
    completed.map(({ delivery }) => delivery.customerId ?? null),
  );
}

async function diagnosticsOfCalls(
  transaction: Transaction,
  calls: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  if (calls.length === 0) return new Map();
  const rows = await transaction.all<{ id: number; diagnostics: string | null }>(
    'SELECT id, diagnostics FROM call WHERE id = ANY ($1)',
    calls,
  );
  return new Map(rows.map(row => [row.id, row.diagnostics]));
}

/** Completes the ledger entries of bookings, and skips the calls that were uncertain because of these bookings. */
async function completeBookings(
  transaction: Transaction,
  ledgerSecret: Uint8Array,
  bookings: readonly CompletedCall[],
  now: number,
): Promise<void> {
  if (bookings.length === 0) return;
  await endIntents(
    transaction,
    bookings.map(each => endedBooking(ledgerSecret, each)),
    now,
  );
  const rows = await transaction.all<{ id: number; destination: string; request: string }>(
    `SELECT id, destination, request FROM call
     WHERE status = 'uncertain' AND destination = ANY ($1) AND request IS NOT NULL`,
    [...new Set(bookings.map(({ destination }) => destination))],
  );
  if (rows.length === 0) return;
  const uncertain = rows.map(({ request, ...row }) => ({ ...row, call: storedCall.read(request) }));
  const taken = bookings.flatMap(({ eventId, destination, delivery: { call, completion } }) => {
    if (call.operation !== 'persistCustomerData') return [];
    const there = uncertain.filter(each => each.destination === destination);
    return duplicatesOf(call, completion, there).map(callId => ({ callId, leaving: duplicateOf(eventId) }));
  });
  await takeOut(transaction, taken, now);
}

function endedBooking(
  ledgerSecret: Uint8Array,
  { callId, destination, delivery: { call, completion } }: CompletedCall,
): EndedIntent {
  const names =
    call.operation === 'persistCustomerData' ? namedKeys(ledgerSecret, destination, call, completion) : null;
  return { callId, end: 'completed', completion, names };
}

/** Stores the new links of deliveries. Most links are known before the delivery. */
async function putNewLinks(
  transaction: Transaction,
  completed: readonly CompletedCall[],
  now: number,
): Promise<void> {
  const linked = completed.flatMap(({ destination, delivery }) =>
    delivery.linked ? [{ ...delivery.linked, destination }] : [],
  );
  const known = await numbersOfLinks(transaction, linked);
  for (const [index, { link, destination, customerId }] of linked.entries()) {
    if (known[index] !== customerId) await putLink(transaction, link, destination, customerId, now);
  }
}
