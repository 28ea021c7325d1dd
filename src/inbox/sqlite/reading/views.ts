import {
  type AttemptViewRow,
  type CallViewRow,
  type EventViewRow,
  summaryOf,
  viewOf,
} from '../../decide/show-event.ts';
import type { EventSummary, EventView } from '../../event.ts';
import type { Claims } from '../../owned/claims.ts';
import type { Connection } from '../connection/connection.ts';
import { claimedLanes } from '../delivery/claiming.ts';

const callColumns = `c.id, c.event, c.mapping, c.destination, c.operation, c.status, c.reason, c.due_at,
  c.customer_id, c.link_id, c.request, c.completion, c.diagnostics,
  c.lane, l.due_at AS lane_due_at, d.stopped_since AS stopped, d.reason AS destination_reason,
  d.next AS destination_next, d.not_before`;
const callTables = `call c LEFT JOIN lane l ON l.id = c.lane LEFT JOIN destination d ON d.name = c.destination`;
const eventColumns = `sequence, id, source, type, received_at, occurred_at, duplicate_of, status, own_status,
  own_reason, own_diagnostics, noticed, trace`;

/** The columns that are only in memory. */
type InMemory = 'given_until' | 'lane_given_until';

/** Adds to calls whether they are in flight. A claim ends with its call. */
function withClaims<Row extends { readonly id: number; readonly lane: number | null }>(
  connection: Connection,
  claims: Claims,
  rows: readonly Row[],
): readonly (Row & Pick<CallViewRow, InMemory>)[] {
  const lanes = claimedLanes(connection, claims);
  const until = (isGiven: boolean) => (isGiven ? Number.POSITIVE_INFINITY : null);
  return rows.map(row => ({
    ...row,
    given_until: until(claims.has(row.id)),
    lane_given_until: until(row.lane !== null && lanes.has(row.lane)),
  }));
}

/** Returns the events with these sequences for a list, newest first. */
export function summaries(
  connection: Connection,
  claims: Claims,
  sequences: readonly number[],
  now: number,
): readonly EventSummary[] {
  const wanted = JSON.stringify(sequences);
  const events = connection.all<EventViewRow>(
    `SELECT ${eventColumns} FROM event WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC`,
    wanted,
  );
  const calls = connection.all<Omit<CallViewRow, InMemory> & { lane: number | null }>(
    `SELECT ${callColumns} FROM ${callTables} WHERE c.event IN (SELECT value FROM json_each(?)) ORDER BY c.event, c.position`,
    wanted,
  );
  const byEvent = Map.groupBy(withClaims(connection, claims, calls), call => call.event);
  return events.map(event => summaryOf(event, byEvent.get(event.sequence) ?? [], now));
}

/** Returns one event with its calls and their attempts (Store.event). */
export function eventView(
  connection: Connection,
  claims: Claims,
  id: string,
  now: number,
): EventView | undefined {
  const event = connection.get<EventViewRow>(`SELECT ${eventColumns} FROM event WHERE id = ?`, id);
  if (!event) return undefined;
  const calls = connection.all<Omit<CallViewRow, InMemory> & { lane: number | null }>(
    `SELECT ${callColumns} FROM ${callTables} WHERE c.event = ? ORDER BY c.position`,
    event.sequence,
  );
  const attempts = connection.all<AttemptViewRow>(
    `SELECT a.call, a.at, a.ms, a.outcome, a.status, a.body FROM attempt a JOIN call c ON c.id = a.call
     WHERE c.event = ? ORDER BY a.call, a.number`,
    event.sequence,
  );
  return viewOf(event, withClaims(connection, claims, calls), attempts, now);
}
