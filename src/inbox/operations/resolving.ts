import type { Actor } from '../audit.ts';
import { type Link, laneKey, type PersistCustomerData } from '../call.ts';
import { expiresAt, newLifetime } from '../decide/call-life.ts';
import { deliveryOf } from '../decide/delivery.ts';
import { alikeOf, type Booked } from '../decide/ledger.ts';
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
} from '../decide/resolve.ts';
import type { Status } from '../event.ts';
import { type BookingKeys, bookingKeys, hexOf } from '../stored/booking-key.ts';
import { storedCall, storedPolicy } from '../stored/stored-call.ts';
import { addAudit } from './audit.ts';
import { destinationTimes } from './clocks.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/**
 * Records a person's decision about an uncertain booking, with person and reason (OperatorStore.resolve). `call`: the
 * position of the call in its event, from 0; by default the only uncertain one.
 */
export function resolveBooking(
  store: OperationStore,
  { id, call: position }: { readonly id: string; readonly call?: number },
  resolution: Resolution,
  actor: Actor,
): Promise<ResolveAnswer> {
  return store.write(function* (transaction) {
    const now = store.now();
    const event = yield* lockUncertain(transaction, id);
    if (event === undefined) return { kind: 'no-event' };
    const meant = meantCall(yield* uncertainCallsOf(transaction, event), position);
    if (!('row' in meant)) return meant;
    const { row } = meant;
    const call = storedCall.read(row.request);
    // Only bookings can be uncertain.
    if (call.operation !== 'persistCustomerData') return { kind: 'not-uncertain' };
    const keys = bookingKeys(store.ledgerSecret, row.destination, call);
    const key = hexOf(keys.exact);
    const booked = alikeOf({ exact: key, unnamed: hexOf(keys.unnamed) }, yield* transaction.findBooked(keys));
    const known = yield* withOwners(transaction, booked);
    const link = linkOfUncertain(row);
    const linked = link && (yield* transaction.findLink(link, row.destination));
    const refusal = refusalOf(resolution, { callId: row.id, call, linked, key }, known);
    if (refusal) return refusal;
    const resolved = resolve(resolution, { call, link, linked, now });
    yield* writeResolved(transaction, { row, keys, eventId: id, call, link, linked, now }, resolved);
    const about = `${row.mapping} at ${row.destination}`;
    yield* addAudit(transaction, { ...actor, what: `resolve-${resolution.outcome}`, event: id, about }, now);
    return { kind: 'resolved' };
  });
}

/**
 * Locks an event, the destinations of its calls, and the events with uncertain calls there, because these bookings may
 * be the cause. Returns the event's sequence, or undefined if there is no such event.
 */
function* lockUncertain(transaction: StoreTransaction, id: string): Steps<number | undefined> {
  const event = yield* transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  if (!event) return undefined;
  const rows = yield* transaction.all<{ destination: string }>(
    'SELECT DISTINCT destination FROM call WHERE event = $1',
    event.sequence,
  );
  const destinations = rows.map(({ destination }) => destination);
  yield* transaction.lockDestinations(destinations);
  const others = yield* transaction.all<{ event: number }>(
    `SELECT DISTINCT event FROM call WHERE status = 'uncertain' AND destination = ANY ($1)`,
    destinations,
  );
  yield* transaction.lockEventRows([...new Set([event.sequence, ...others.map(other => other.event)])]);
  return event.sequence;
}

function uncertainCallsOf(transaction: StoreTransaction, event: number): Steps<UncertainRow[]> {
  return transaction.all<UncertainRow>(
    `SELECT c.id, c.event, c.position, c.attempt, c.mapping, c.destination, c.link_people, c.link_id, c.policy, c.request,
       e.occurred_at
     FROM event e JOIN call c ON c.event = e.sequence
     WHERE e.sequence = $1 AND c.status = 'uncertain' AND c.request IS NOT NULL ORDER BY c.position`,
    event,
  );
}

function* withOwners(
  transaction: StoreTransaction,
  booked: readonly Booked[],
): Steps<readonly OwnedBooking[]> {
  const rows = yield* transaction.all<{ id: number; status: Status }>(
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
  /** Returns the customer of the link, which may have become known since the response was lost. */
  readonly linked: string | undefined;
  readonly now: number;
}

function* writeResolved(transaction: StoreTransaction, writing: Writing, resolved: Resolved): Steps<void> {
  const { row, eventId, call, link, linked, now } = writing;
  if (resolved.status === 'discarded') {
    yield* transaction.takeOut([{ callId: row.id, leaving: resolved }], now);
    return;
  }
  const lane = yield* transaction.laneOf(row.destination, laneKey(call, link, linked));
  const taken = { keys: writing.keys, callId: row.id, eventId, attempt: row.attempt, at: now };
  if (resolved.status === 'queued') {
    yield* transaction.writeBooking({ ...taken, state: 'free', wasUnclear: true });
    yield* sendAgain(transaction, row, lane, resolved, now);
    return;
  }
  yield* transaction.run('UPDATE call SET lane = $1 WHERE id = $2', lane, row.id);
  yield* transaction.writeBooking({ ...taken, state: 'intent', wasUnclear: true });
  const completed = {
    callId: row.id,
    eventId,
    sequence: row.event,
    destination: row.destination,
    occurredAt: row.occurred_at,
  };
  yield* transaction.complete(completed, deliveryOf(resolved), now);
}

function* sendAgain(
  transaction: StoreTransaction,
  row: UncertainRow,
  lane: number,
  resolved: Extract<Resolved, { status: 'queued' }>,
  now: number,
): Steps<void> {
  const { maxAgeMs } = storedPolicy.read(row.policy);
  const life = newLifetime(now, maxAgeMs);
  const times = yield* destinationTimes(transaction, [row.destination], now);
  yield* transaction.run(
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
  yield* transaction.refreshLanes([lane]);
  yield* transaction.refreshEvents([row.event], now);
}
