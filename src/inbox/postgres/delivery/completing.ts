import { customerLane, type Link } from '../../call.ts';
import { type Completed, type Delivery, foundCustomer } from '../../decide/delivery.ts';
import type { TakenOut } from '../../decide/leave-lane.ts';
import { duplicateOf, duplicatesOf } from '../../decide/ledger.ts';
import { learnLink } from '../../operations/learn-link.ts';
import { step } from '../../operations/steps.ts';
import { namedKeys } from '../../stored/booking-key.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { markOvertaken, refreshLanesOf } from '../rows/lanes.ts';
import { numbersOfLinks, rememberLink } from '../rows/links.ts';
import { takeOut } from '../rows/take-out.ts';
import { type EndedIntent, type OpenIntent, openIntents, writeEnds } from './ledger.ts';

/** A delivered call, the data of its event, and the results of the delivery. */
export interface CompletedCall extends Completed {
  readonly delivery: Delivery;
}

/**
 * Locks events in their order, together with events whose uncertain calls may be skipped after bookings at these
 * destinations are delivered. There are never many uncertain calls.
 */
export function lockEventsOfSettled(
  transaction: Transaction,
  sequences: readonly number[],
  destinationsOfBookings: readonly string[],
): void {
  const uncertain = "ARRAY(SELECT event FROM call WHERE status = 'uncertain' AND destination = ANY ($2))";
  transaction.write(
    `SELECT 1 FROM event WHERE sequence = ANY ($1::bigint[] || ${uncertain}) ORDER BY sequence FOR NO KEY UPDATE`,
    sequences,
    destinationsOfBookings,
  );
}

/** The facts for completing calls. */
export interface CompletingFacts {
  /** The intents of the bookings. */
  readonly intents: readonly OpenIntent[];
  /** The uncertain calls at the destinations of the bookings. */
  readonly uncertain: readonly UncertainCall[];
  /** The customer numbers of the links of deliveries, by the id of the call. */
  readonly numbers: ReadonlyMap<number, string>;
  /** The stored diagnostics of calls to which a delivery adds some. */
  readonly diagnostics: ReadonlyMap<number, string | null>;
}

interface UncertainCall {
  readonly id: number;
  readonly destination: string;
  readonly request: string;
}

/** Reads the facts, in a transaction that has locked the destinations and the events. */
export async function factsForCompleting(
  transaction: Transaction,
  completed: readonly CompletedCall[],
): Promise<CompletingFacts> {
  const bookings = completed.filter(isBooking);
  const [intents, uncertain, numbers, diagnostics] = await Promise.all([
    openIntents(
      transaction,
      bookings.map(({ callId }) => callId),
    ),
    uncertainAt(transaction, [...new Set(bookings.map(({ destination }) => destination))]),
    numbersByCall(transaction, completed),
    diagnosticsOfCalls(
      transaction,
      completed.filter(({ delivery }) => delivery.diagnostics.length > 0).map(({ callId }) => callId),
    ),
  ]);
  return { intents, uncertain, numbers, diagnostics };
}

/**
 * Stores that calls are delivered: their results, their ledger entries and their links. Call it in a transaction that
 * has locked their destinations, their events and the events that may follow; refresh their events afterwards.
 * Returns true if it changed nothing else.
 */
export async function completeCalls(
  transaction: Transaction,
  ledgerSecret: Uint8Array,
  completed: readonly CompletedCall[],
  facts: CompletingFacts,
  now: number,
): Promise<boolean> {
  if (completed.length === 0) return true;
  writeDelivered(transaction, completed, facts);
  const bookings = completed.filter(isBooking);
  writeEnds(
    transaction,
    facts.intents,
    bookings.map(each => endedBooking(ledgerSecret, each)),
    now,
  );
  const followed = followers(bookings, completed, facts);
  await takeOut(transaction, followed, now);
  markOvertaken(transaction, bookings.flatMap(lanesOvertakenBy));
  const isLinkNew = await putNewLinks(transaction, completed, facts, now);
  refreshLanesOf(
    transaction,
    completed.map(({ callId }) => callId),
  );
  return followed.length === 0 && !isLinkNew;
}

function lanesOvertakenBy({ destination, sequence: by, delivery }: CompletedCall) {
  const found = foundCustomer(delivery);
  return found === undefined ? [] : [{ destination, key: customerLane(found), by }];
}

function isBooking({ delivery }: CompletedCall): boolean {
  return delivery.call.operation === 'persistCustomerData';
}

function writeDelivered(
  transaction: Transaction,
  completed: readonly CompletedCall[],
  facts: CompletingFacts,
): void {
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
    completed.map(each => diagnosticsWith(each, facts)),
    completed.map(({ attempt }) => attempt ?? null),
    completed.map(({ delivery }) => delivery.customerId ?? null),
  );
}

/** Returns the new diagnostics of a delivered call for its row; null: unchanged. */
export function diagnosticsWith(
  { callId, delivery: { diagnostics } }: CompletedCall,
  facts: Pick<CompletingFacts, 'diagnostics'>,
): string | null {
  if (diagnostics.length === 0) return null;
  return diagnosticsText([...diagnosticsOf(facts.diagnostics.get(callId)), ...diagnostics]);
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

async function uncertainAt(
  transaction: Transaction,
  destinations: readonly string[],
): Promise<readonly UncertainCall[]> {
  if (destinations.length === 0) return [];
  return transaction.all<UncertainCall>(
    `SELECT id, destination, request FROM call
     WHERE status = 'uncertain' AND destination = ANY ($1) AND request IS NOT NULL`,
    destinations,
  );
}

/** Returns the calls that were uncertain because of these bookings, and are skipped now. */
function followers(
  bookings: readonly CompletedCall[],
  completed: readonly CompletedCall[],
  { uncertain }: CompletingFacts,
): readonly TakenOut[] {
  if (uncertain.length === 0) return [];
  const ids = new Set(completed.map(({ callId }) => callId));
  const others = uncertain
    .filter(({ id }) => !ids.has(id))
    .map(({ request, ...row }) => ({ ...row, call: storedCall.read(request) }));
  return bookings.flatMap(({ eventId, destination, delivery: { call, completion } }) => {
    if (call.operation !== 'persistCustomerData') return [];
    const there = others.filter(each => each.destination === destination);
    return duplicatesOf(call, completion, there).map(callId => ({ callId, leaving: duplicateOf(eventId) }));
  });
}

function endedBooking(
  ledgerSecret: Uint8Array,
  { callId, destination, delivery: { call, completion } }: CompletedCall,
): EndedIntent {
  const names =
    call.operation === 'persistCustomerData' ? namedKeys(ledgerSecret, destination, call, completion) : null;
  return { callId, end: 'completed', completion, names };
}

async function numbersByCall(
  transaction: Transaction,
  completed: readonly CompletedCall[],
): Promise<ReadonlyMap<number, string>> {
  const linked = completed.flatMap(({ callId, destination, delivery }) =>
    delivery.linked ? [{ callId, link: delivery.linked.link, destination }] : [],
  );
  const numbers = await numbersOfLinks(transaction, linked);
  const known = linked.flatMap(({ callId }, index) => {
    const number = numbers[index];
    return number === undefined ? [] : [[callId, number] as const];
  });
  return new Map(known);
}

/** Stores the new links of deliveries; returns true if there are any. Most links are known before the delivery. */
async function putNewLinks(
  transaction: Transaction,
  completed: readonly CompletedCall[],
  { numbers }: CompletingFacts,
  now: number,
): Promise<boolean> {
  const fresh = completed.flatMap(each => {
    const { call, linked } = each.delivery;
    return linked && numbers.get(each.callId) !== linked.customerId ? [{ each, call, linked }] : [];
  });
  const links = linksOf(transaction);
  for (const { each, ...delivered } of fresh) await takeSteps(learnLink(links, each, delivered, now));
  return fresh.length > 0;
}

function linksOf(transaction: Transaction) {
  return {
    ...statementsOf(transaction),
    rememberLink: (link: Link, destination: string, customerId: string, now: number) =>
      step(rememberLink(transaction, link, destination, customerId, now)),
  };
}
