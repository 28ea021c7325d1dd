import type { Deed } from '../../audit.ts';
import { customerNumber, type Link, laneKey, type PersistCustomerData } from '../../call.ts';
import { type Resolution, type ResolveAnswer, type Resolved, resolve } from '../../decide/resolve.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Connection } from '../connection.ts';
import { type Booked, bookingKey, findBooked, writeBooking } from '../delivery/ledger.ts';
import { completeCall } from '../delivery/settling.ts';
import { takeOut } from '../rows/call-rows.ts';
import { countedTime, heldCapMs } from '../rows/counted-time.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { laneOf, refreshLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import { addAudit } from './audit.ts';

/** A person's word about an uncertain booking. */
export interface Resolving {
  readonly eventId: string;
  /** The place of the call among those of its event, from 0; left out: the only one that is uncertain. */
  readonly call: number | undefined;
  readonly resolution: Resolution;
  readonly deed: Deed;
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

/** Takes a person's word about how an uncertain booking ended, and keeps who said it and why (Store.resolve). */
export function resolveBooking(
  connection: Connection,
  secret: Uint8Array,
  resolving: Resolving,
): ResolveAnswer {
  const { eventId, resolution, now } = resolving;
  if (!connection.get('SELECT 1 FROM event WHERE id = ?', eventId)) return { kind: 'no-event' };
  const uncertain = uncertainCalls(connection, eventId);
  const meant =
    resolving.call === undefined ? uncertain : uncertain.filter(each => each.position === resolving.call);
  const [row] = meant;
  if (!row) return { kind: 'not-uncertain' };
  if (meant.length > 1) {
    const calls = meant.map(each => ({
      call: each.position,
      mapping: each.mapping,
      destination: each.destination,
    }));
    return { kind: 'which', calls };
  }
  const call = storedCall.read(row.request);
  // Only bookings are ever uncertain.
  if (call.operation !== 'persistCustomerData') return { kind: 'not-uncertain' };
  const number = customerNumber(call);
  if (
    resolution.outcome === 'booked' &&
    number !== undefined &&
    number !== (resolution.customerId ?? number)
  ) {
    return { kind: 'other-customer', customerId: number };
  }
  const key = bookingKey(secret, row.destination, call);
  const booked = findBooked(connection, key);
  const refusal = resolution.outcome === 'give-up' ? undefined : refusalOf(connection, booked, row.id);
  if (refusal) return refusal;
  const link = linkOf(row);
  const resolved = resolve(resolution, { call, link, now });
  write(connection, { row, key, eventId, booked, call, link, now }, resolved);
  const about = `${row.mapping} at ${row.destination}`;
  addAudit(
    connection,
    { ...resolving.deed, what: `resolve-${resolution.outcome}`, event: eventId, about },
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

/** Where another call has the booking, that one decides, unless a person left it and nobody will. */
function refusalOf(
  connection: Connection,
  booked: Booked | undefined,
  callId: number,
): ResolveAnswer | undefined {
  if (booked?.state === 'intent') return { kind: 'under-way' };
  if (!booked || booked.call === callId || booked.state === 'free') return undefined;
  const owner = connection.get<{ status: string }>('SELECT status FROM call WHERE id = ?', booked.call);
  const decides = booked.state === 'completed' || owner?.status === 'uncertain';
  return decides ? { kind: 'elsewhere', eventId: booked.event_id } : undefined;
}

interface Writing {
  readonly row: UncertainRow;
  readonly key: Uint8Array;
  readonly eventId: string;
  readonly booked: Booked | undefined;
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
  // Whom the link stands for may have become known since the answer was lost.
  const known = writing.link && findLink(connection, writing.link, row.destination);
  const lane = laneOf(connection, row.destination, laneKey(writing.call, writing.link, known));
  const taken = { key: writing.key, callId: row.id, eventId: writing.eventId, attempt: row.attempt, at: now };
  if (resolved.status === 'delivered') {
    connection.run('UPDATE call SET lane = ? WHERE id = ?', lane, row.id);
    writeBooking(connection, { ...taken, state: 'intent', unclear: 1 });
    const at = {
      callId: row.id,
      sequence: row.event,
      destination: row.destination,
      occurredAt: row.occurred_at,
    };
    completeCall(connection, at, resolved, now);
    return;
  }
  writeBooking(connection, { ...taken, state: 'free', unclear: 1 });
  const { maxAgeMs } = storedPolicy.read(row.policy);
  connection.run(
    `UPDATE call SET status = 'queued', reason = ?, lane = ?, due_at = ?, rejoined = 1, life_from = ?, deadline = ?,
       remaining = NULL, expires_at = ?, tries = 0, last_row = NULL, row_times = 0 WHERE id = ?`,
    resolved.reason,
    lane,
    resolved.dueAt,
    now,
    countedTime(connection, row.destination, now) + maxAgeMs,
    now + maxAgeMs + heldCapMs,
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
