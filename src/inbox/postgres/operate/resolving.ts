import type { Actor } from '../../audit.ts';
import { type Link, laneKey, type PersistCustomerData } from '../../call.ts';
import { expiresAt, newLifetime } from '../../decide/call-life.ts';
import { alikeOf, type Booked } from '../../decide/ledger.ts';
import {
  linkOfUncertain,
  meantCall,
  type OwnedBooking,
  type Resolution,
  type ResolveAnswer,
  type Resolved,
  refusalOf,
  resolve,
  type UncertainRow,
} from '../../decide/resolve.ts';
import { deliveryOf } from '../../decide/settle.ts';
import type { Status } from '../../event.ts';
import { type BookingKeys, bookingKeys, hexOf } from '../../stored/booking-key.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Transaction } from '../connection/transaction.ts';
import { completeCalls, factsForCompleting } from '../delivery/completing.ts';
import { findBooked, writeBooking } from '../delivery/ledger.ts';
import type { Parts } from '../parts.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { laneOf, refreshLanes } from '../rows/lanes.ts';
import { numbersOfLinks } from '../rows/links.ts';
import { lockDestinations, lockEventRows } from '../rows/locks.ts';
import { clockTimes } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit } from './audit.ts';

/**
 * Records a person's decision about an uncertain booking, with person and reason (OperatorStore.resolve). `call`: the
 * position of the call in its event, from 0; by default the only uncertain one.
 */
export function resolveBooking(
  { database, ledgerSecret, clock }: Parts,
  { id, call: position }: { readonly id: string; readonly call?: number },
  resolution: Resolution,
  actor: Actor,
): Promise<ResolveAnswer> {
  return database.write(async transaction => {
    const now = clock.now();
    const event = await lockUncertain(transaction, id);
    if (event === undefined) return { kind: 'no-event' };
    const meant = meantCall(await uncertainCallsOf(transaction, event), position);
    if (!('row' in meant)) return meant;
    const { row } = meant;
    const call = storedCall.read(row.request);
    // Only bookings are ever uncertain.
    if (call.operation !== 'persistCustomerData') return { kind: 'not-uncertain' };
    const keys = bookingKeys(ledgerSecret, row.destination, call);
    const key = hexOf(keys.exact);
    const booked = alikeOf(
      { exact: key, unnamed: hexOf(keys.unnamed) },
      await findBooked(transaction, [keys]),
    );
    const known = await withOwners(transaction, booked);
    const link = linkOfUncertain(row);
    const names = link ? [{ link, destination: row.destination }] : [];
    const [linked] = await numbersOfLinks(transaction, names);
    const refusal = refusalOf(resolution, { callId: row.id, call, linked, key }, known);
    if (refusal) return refusal;
    const resolved = resolve(resolution, { call, link, linked, now });
    await writeResolved(transaction, ledgerSecret, { row, keys, eventId: id, call, link, now }, resolved);
    const about = `${row.mapping} at ${row.destination}`;
    await addAudit(transaction, { ...actor, what: `resolve-${resolution.outcome}`, event: id, about }, now);
    return { kind: 'resolved' };
  });
}

/**
 * Locks an event, the destinations of its calls, and the events with uncertain calls there, because these bookings may
 * be the cause. Returns the event's sequence, or undefined if there is no such event.
 */
async function lockUncertain(transaction: Transaction, id: string): Promise<number | undefined> {
  const event = await transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  if (!event) return undefined;
  const rows = await transaction.all<{ destination: string }>(
    'SELECT DISTINCT destination FROM call WHERE event = $1',
    event.sequence,
  );
  const destinations = rows.map(({ destination }) => destination);
  await lockDestinations(transaction, destinations);
  const others = await transaction.all<{ event: number }>(
    `SELECT DISTINCT event FROM call WHERE status = 'uncertain' AND destination = ANY ($1)`,
    destinations,
  );
  await lockEventRows(transaction, [...new Set([event.sequence, ...others.map(other => other.event)])]);
  return event.sequence;
}

function uncertainCallsOf(transaction: Transaction, event: number): Promise<UncertainRow[]> {
  return transaction.all<UncertainRow>(
    `SELECT c.id, c.event, c.position, c.attempt, c.mapping, c.destination, c.link_people, c.link_id, c.policy, c.request,
       e.occurred_at
     FROM event e JOIN call c ON c.event = e.sequence
     WHERE e.sequence = $1 AND c.status = 'uncertain' AND c.request IS NOT NULL ORDER BY c.position`,
    event,
  );
}

async function withOwners(
  transaction: Transaction,
  booked: readonly Booked[],
): Promise<readonly OwnedBooking[]> {
  const rows = await transaction.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE id = ANY ($1)',
    booked.map(({ callId }) => callId),
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return booked.map(each => ({ ...each, ownerStatus: statuses.get(each.callId) }));
}

interface Writing {
  readonly row: UncertainRow;
  readonly keys: BookingKeys;
  readonly eventId: string;
  readonly call: PersistCustomerData;
  readonly link: Link | undefined;
  readonly now: number;
}

async function writeResolved(
  transaction: Transaction,
  ledgerSecret: Uint8Array,
  writing: Writing,
  resolved: Resolved,
): Promise<void> {
  const { row, eventId, now } = writing;
  if (resolved.status === 'discarded') {
    await takeOut(transaction, [{ callId: row.id, leaving: resolved }], now);
    return;
  }
  const lane = await laneNow(transaction, writing);
  const taken = { keys: writing.keys, callId: row.id, eventId, attempt: row.attempt, at: now };
  if (resolved.status === 'queued') {
    writeBooking(transaction, [{ ...taken, state: 'free', wasUnclear: true }]);
    await sendAgain(transaction, writing, lane, resolved);
    return;
  }
  await transaction.run('UPDATE call SET lane = $1 WHERE id = $2', lane, row.id);
  writeBooking(transaction, [{ ...taken, state: 'intent', wasUnclear: true }]);
  const completed = {
    callId: row.id,
    eventId,
    sequence: row.event,
    destination: row.destination,
    occurredAt: row.occurred_at,
    delivery: deliveryOf(resolved),
  };
  const facts = await factsForCompleting(transaction, [completed]);
  await completeCalls(transaction, ledgerSecret, [completed], facts, now);
  await refreshEvents(transaction, [row.event], now);
}

/** Returns the lane of a call. The customer of its link may have become known since the response was lost. */
async function laneNow(transaction: Transaction, { row, call, link }: Writing): Promise<number> {
  const { destination } = row;
  const [known] = link ? await numbersOfLinks(transaction, [{ link, destination }]) : [];
  return laneOf(transaction, { destination, key: laneKey(call, link, known) });
}

async function sendAgain(
  transaction: Transaction,
  { row, now }: Writing,
  lane: number,
  resolved: Extract<Resolved, { status: 'queued' }>,
): Promise<void> {
  const { maxAgeMs } = storedPolicy.read(row.policy);
  const life = newLifetime(now, maxAgeMs);
  const times = await clockTimes(transaction, [row.destination], now);
  await transaction.run(
    `UPDATE call SET status = 'queued', reason = $1, lane = $2, due_at = $3, out_of_order = true, life_from = $4,
       deadline = $5, remaining = NULL, expires_at = $6, tries = 0, last_row = NULL, row_times = 0 WHERE id = $7`,
    resolved.reason,
    lane,
    Math.round(resolved.dueAt),
    Math.round(life.from),
    Math.round(times.of(row.destination) + life.leftMs),
    Math.round(expiresAt(life, maxAgeMs)),
    row.id,
  );
  refreshLanes(transaction, [lane]);
  await refreshEvents(transaction, [row.event], now);
}
