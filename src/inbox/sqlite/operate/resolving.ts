import type { Actor } from '../../audit.ts';
import { type Link, laneKey, type PersistCustomerData } from '../../call.ts';
import { expiresAt, newLifetime } from '../../decide/call-life.ts';
import { alikeOf, type Booked } from '../../decide/ledger.ts';
import {
  meantCall,
  type Resolution,
  type ResolveAnswer,
  type Resolved,
  refusalOf,
  resolve,
} from '../../decide/resolve.ts';
import { deliveryOf } from '../../decide/settlement.ts';
import type { Status } from '../../event.ts';
import { type BookingKeys, bookingKeys, hexOf } from '../../stored/booking-key.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Connection } from '../connection.ts';
import { findBooked, writeBooking } from '../delivery/ledger.ts';
import { completeCall } from '../delivery/settling.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { laneOf, refreshLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import { clockTime } from '../rows/paused-clock.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit } from './audit.ts';

/** A person's word about an uncertain booking. */
export interface Resolving {
  readonly eventId: string;
  /** The place of the call among those of its event, from 0; left out: the only one that is uncertain. */
  readonly call: number | undefined;
  readonly resolution: Resolution;
  readonly actor: Actor;
  readonly now: number;
}

interface UncertainRow {
  id: number;
  event: number;
  position: number;
  attempt: number;
  mapping: string;
  destination: string;
  link_people: string | null;
  link_id: string | null;
  policy: string;
  request: string;
  occurred_at: number | null;
}

/** Records a person's decision about an uncertain booking, with person and reason (Store.resolve). */
export function resolveBooking(
  connection: Connection,
  secret: Uint8Array,
  resolving: Resolving,
): ResolveAnswer {
  const { eventId, resolution, now } = resolving;
  if (!connection.get('SELECT 1 FROM event WHERE id = ?', eventId)) return { kind: 'no-event' };
  const meant = meantCall(uncertainCalls(connection, eventId), resolving.call);
  if (!('row' in meant)) return meant;
  const { row } = meant;
  const call = storedCall.read(row.request);
  // Only bookings are ever uncertain.
  if (call.operation !== 'persistCustomerData') return { kind: 'not-uncertain' };
  const keys = bookingKeys(secret, row.destination, call);
  const known = findBooked(connection, keys).map(each => ({
    ...each,
    ownerStatus: statusOf(connection, each),
  }));
  const link = linkOf(row);
  const linked = link && findLink(connection, link, row.destination);
  const about = { callId: row.id, call, linked, key: hexOf(keys.exact) };
  const refusal = refusalOf(
    resolution,
    about,
    alikeOf({ exact: about.key, unnamed: hexOf(keys.unnamed) }, known),
  );
  if (refusal) return refusal;
  const resolved = resolve(resolution, { call, link, linked, now });
  write(connection, { row, keys, eventId, call, link, now }, resolved);
  const what = `${row.mapping} at ${row.destination}`;
  addAudit(
    connection,
    { ...resolving.actor, what: `resolve-${resolution.outcome}`, event: eventId, about: what },
    now,
  );
  return { kind: 'resolved' };
}

function uncertainCalls(connection: Connection, eventId: string): readonly UncertainRow[] {
  return connection.all<UncertainRow>(
    `SELECT c.id, c.event, c.position, c.attempt, c.mapping, c.destination, c.link_people, c.link_id, c.policy, c.request,
       e.occurred_at
     FROM event e JOIN call c ON c.event = e.sequence
     WHERE e.id = ? AND c.status = 'uncertain' AND c.request IS NOT NULL ORDER BY c.position`,
    eventId,
  );
}

function statusOf(connection: Connection, { callId }: Booked): Status | undefined {
  return connection.get<{ status: Status }>('SELECT status FROM call WHERE id = ?', callId)?.status;
}

interface Writing {
  readonly row: UncertainRow;
  readonly keys: BookingKeys;
  readonly eventId: string;
  readonly call: PersistCustomerData;
  readonly link: Link | undefined;
  readonly now: number;
}

function write(connection: Connection, writing: Writing, resolved: Resolved): void {
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

function linkOf(row: UncertainRow): Link | undefined {
  return row.link_people === null || row.link_id === null
    ? undefined
    : { people: row.link_people, id: row.link_id };
}
