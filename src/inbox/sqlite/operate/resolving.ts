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
import type { Connection } from '../connection/connection.ts';
import { findBooked, writeBooking } from '../delivery/ledger.ts';
import { completeCall } from '../delivery/settling.ts';
import type { Parts } from '../parts.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { laneOf, refreshLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import { clockTime } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit } from './audit.ts';

/**
 * Records a person's decision about an uncertain booking, with person and reason (OperatorStore.resolve). `call`: the
 * position of the call in its event, from 0; by default the only uncertain one.
 */
export function resolveBooking(
  { connection, wholeQueue, ledger: { secret }, clock }: Parts,
  { id, call: position }: { readonly id: string; readonly call?: number },
  resolution: Resolution,
  actor: Actor,
): Promise<ResolveAnswer> {
  return wholeQueue.write(() => {
    const now = clock.now();
    if (!connection.get('SELECT 1 FROM event WHERE id = ?', id)) return { kind: 'no-event' };
    const meant = meantCall(uncertainCallsOf(connection, id), position);
    if (!('row' in meant)) return meant;
    const { row } = meant;
    const call = storedCall.read(row.request);
    // Only bookings are ever uncertain.
    if (call.operation !== 'persistCustomerData') return { kind: 'not-uncertain' };
    const keys = bookingKeys(secret, row.destination, call);
    const key = hexOf(keys.exact);
    const booked = alikeOf({ exact: key, unnamed: hexOf(keys.unnamed) }, findBooked(connection, keys));
    const known = withOwners(connection, booked);
    const link = linkOfUncertain(row);
    const linked = link && findLink(connection, link, row.destination);
    const refusal = refusalOf(resolution, { callId: row.id, call, linked, key }, known);
    if (refusal) return refusal;
    const resolved = resolve(resolution, { call, link, linked, now });
    writeResolved(connection, { row, keys, eventId: id, call, link, now }, resolved);
    const about = `${row.mapping} at ${row.destination}`;
    addAudit(connection, { ...actor, what: `resolve-${resolution.outcome}`, event: id, about }, now);
    return { kind: 'resolved' };
  });
}

function uncertainCallsOf(connection: Connection, eventId: string): readonly UncertainRow[] {
  return connection.all<UncertainRow>(
    `SELECT c.id, c.event, c.position, c.attempt, c.mapping, c.destination, c.link_people, c.link_id, c.policy, c.request,
       e.occurred_at
     FROM event e JOIN call c ON c.event = e.sequence
     WHERE e.id = ? AND c.status = 'uncertain' AND c.request IS NOT NULL ORDER BY c.position`,
    eventId,
  );
}

function withOwners(connection: Connection, booked: readonly Booked[]): readonly OwnedBooking[] {
  return booked.map(each => {
    const owner = connection.get<{ status: Status }>('SELECT status FROM call WHERE id = ?', each.callId);
    return { ...each, ownerStatus: owner?.status };
  });
}

interface Writing {
  readonly row: UncertainRow;
  readonly keys: BookingKeys;
  readonly eventId: string;
  readonly call: PersistCustomerData;
  readonly link: Link | undefined;
  readonly now: number;
}

function writeResolved(connection: Connection, writing: Writing, resolved: Resolved): void {
  const { row, now } = writing;
  if (resolved.status === 'discarded') {
    takeOut(connection, row.id, resolved, now);
    return;
  }
  // The customer of the link may have become known since the response was lost.
  const known = writing.link && findLink(connection, writing.link, row.destination);
  const lane = laneOf(connection, row.destination, laneKey(writing.call, writing.link, known));
  const taken = {
    keys: writing.keys,
    callId: row.id,
    eventId: writing.eventId,
    attempt: row.attempt,
    at: now,
  };
  if (resolved.status === 'delivered') {
    connection.run('UPDATE call SET lane = ? WHERE id = ?', lane, row.id);
    writeBooking(connection, { ...taken, state: 'intent', wasUnclear: true });
    const at = {
      callId: row.id,
      eventId: writing.eventId,
      sequence: row.event,
      destination: row.destination,
      occurredAt: row.occurred_at,
    };
    completeCall(connection, at, deliveryOf(resolved), now);
    return;
  }
  writeBooking(connection, { ...taken, state: 'free', wasUnclear: true });
  const { maxAgeMs } = storedPolicy.read(row.policy);
  const life = newLifetime(now, maxAgeMs);
  connection.run(
    `UPDATE call SET status = 'queued', reason = ?, lane = ?, due_at = ?, out_of_order = 1, life_from = ?, deadline = ?,
       remaining = NULL, expires_at = ?, tries = 0, last_row = NULL, row_times = 0 WHERE id = ?`,
    resolved.reason,
    lane,
    resolved.dueAt,
    life.from,
    clockTime(connection, row.destination, now) + life.leftMs,
    expiresAt(life, maxAgeMs),
    row.id,
  );
  refreshLane(connection, lane);
  refreshEvent(connection, row.event, now);
}
