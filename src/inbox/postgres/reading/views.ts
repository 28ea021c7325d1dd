import {
  type AttemptViewRow,
  type CallViewRow,
  type EventViewRow,
  summaryOf,
  viewOf,
} from '../../decide/show-event.ts';
import type { EventSummary, EventView } from '../../event.ts';
import type { Transaction } from '../connection/transaction.ts';

const callColumns = `c.id, c.event, c.mapping, c.destination, c.operation, c.status, c.reason, c.due_at,
  c.customer_id, c.link_id, c.request, c.completion, c.diagnostics,
  l.due_at AS lane_due_at, d.stopped_since AS stopped, d.reason AS destination_reason,
  d.next AS destination_next, d.not_before,
  CASE WHEN c.status = 'queued' THEN (
    SELECT b.until FROM attempt_in_flight b WHERE b.call = c.id AND b.owner = (
      SELECT owner FROM lease WHERE name = 'destination ' || c.destination AND until > clock_timestamp())) END AS given_until,
  CASE WHEN c.due_at IS NOT NULL THEN (
    SELECT max(b.until) FROM attempt_in_flight b LEFT JOIN call own ON own.id = b.call
    WHERE b.destination = c.destination AND coalesce(b.lane, own.lane) = c.lane AND b.owner = (
      SELECT owner FROM lease WHERE name = 'destination ' || c.destination AND until > clock_timestamp())) END
    AS lane_given_until,
  CASE WHEN c.due_at IS NOT NULL THEN (
    SELECT max(b.until) FROM attempt_in_flight b LEFT JOIN call own ON own.id = b.call
    WHERE b.destination = c.destination AND coalesce(b.lane, own.lane) = c.lane AND b.owner IS DISTINCT FROM (
      SELECT owner FROM lease WHERE name = 'destination ' || c.destination AND until > clock_timestamp())) END AS begun_until`;
const callTables =
  'call c LEFT JOIN lane l ON l.id = c.lane LEFT JOIN destination d ON d.name = c.destination';
const eventColumns = `sequence, id, source, type, received_at, occurred_at, duplicate_of, status, own_status,
  own_reason, own_diagnostics, noticed, trace`;

/** Returns the events with these sequences for a list, newest first. */
export async function summaries(
  transaction: Transaction,
  sequences: readonly number[],
  now: number,
): Promise<readonly EventSummary[]> {
  if (sequences.length === 0) return [];
  const events = await transaction.all<EventViewRow>(
    `SELECT ${eventColumns} FROM event WHERE sequence = ANY($1) ORDER BY sequence DESC`,
    sequences,
  );
  const calls = await transaction.all<CallViewRow>(
    `SELECT ${callColumns} FROM ${callTables} WHERE c.event = ANY($1) ORDER BY c.event, c.position`,
    sequences,
  );
  const byEvent = Map.groupBy(calls, call => call.event);
  return events.map(event => summaryOf(event, byEvent.get(event.sequence) ?? [], now));
}

/** Returns one event with its calls and their attempts (Store.event). */
export async function eventView(
  transaction: Transaction,
  id: string,
  now: number,
): Promise<EventView | undefined> {
  const row = await transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  return row && (await viewsOf(transaction, [row.sequence], now)).get(row.sequence);
}

/** Does the same for several events, by their sequences. */
export async function viewsOf(
  transaction: Transaction,
  sequences: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, EventView>> {
  const events = await transaction.all<EventViewRow>(
    `SELECT ${eventColumns} FROM event WHERE sequence = ANY($1) ORDER BY sequence`,
    sequences,
  );
  const calls = await transaction.all<CallViewRow>(
    `SELECT ${callColumns} FROM ${callTables}
     WHERE c.event = ANY($1) ORDER BY c.event, c.position`,
    sequences,
  );
  const attempts = await transaction.all<AttemptViewRow & { event: number }>(
    `SELECT c.event, a.call, a.at, a.ms, a.outcome, a.status, a.body FROM attempt a JOIN call c ON c.id = a.call
     WHERE c.event = ANY($1) ORDER BY a.call, a.number`,
    sequences,
  );
  const callsOf = Map.groupBy(calls, call => call.event);
  const attemptsOf = Map.groupBy(attempts, attempt => attempt.event);
  return new Map(
    events.map(event => [
      event.sequence,
      viewOf(event, callsOf.get(event.sequence) ?? [], attemptsOf.get(event.sequence) ?? [], now),
    ]),
  );
}
