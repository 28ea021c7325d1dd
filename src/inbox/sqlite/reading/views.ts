import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import { neediest } from '../../decide/event-status.ts';
import type { CallView, EventSummary, EventView, Status } from '../../event.ts';
import { requestView } from '../../request-view.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';

interface EventRow {
  sequence: number;
  id: string;
  source: string;
  type: string | null;
  received_at: number;
  occurred_at: number | null;
  duplicate_of: string | null;
  status: Status;
  own_status: Status | null;
  own_reason: string | null;
  own_diagnostics: string | null;
  noticed: string | null;
  trace: string | null;
}

interface CallRow {
  id: number;
  event: number;
  mapping: string;
  destination: string;
  operation: string;
  status: Status;
  reason: string | null;
  due_at: number | null;
  lane_due_at: number | null;
  stopped: number | null;
  destination_reason: string | null;
  not_before: number | null;
}

interface WholeCallRow extends CallRow {
  request: string | null;
  completion: string | null;
  diagnostics: string | null;
}

interface AttemptRow {
  call: number;
  at: number;
  ms: number;
  outcome: string;
  status: number | null;
  body: string | null;
}

/** How a call shows: while its destination is held or paused, a queued call is held. */
interface Shown {
  readonly status: Status;
  readonly nextAttemptAt?: string;
  readonly reason?: string;
}

const callColumns = `c.id, c.event, c.mapping, c.destination, c.operation, c.status, c.reason, c.due_at,
  l.due_at AS lane_due_at, d.stopped_since AS stopped, d.reason AS destination_reason, d.not_before`;
const callTables = `call c LEFT JOIN lane l ON l.id = c.lane LEFT JOIN destination d ON d.name = c.destination`;
const eventColumns = `sequence, id, source, type, received_at, occurred_at, duplicate_of, status, own_status,
  own_reason, own_diagnostics, noticed, trace`;

/** Events of these sequences as they show in a list, newest first. */
export function summaries(
  connection: Connection,
  sequences: readonly number[],
  now: number,
): readonly EventSummary[] {
  const wanted = JSON.stringify(sequences);
  const events = connection.all<EventRow>(
    `SELECT ${eventColumns} FROM event WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC`,
    wanted,
  );
  const calls = connection.all<CallRow>(
    `SELECT ${callColumns} FROM ${callTables} WHERE c.event IN (SELECT value FROM json_each(?)) ORDER BY c.event, c.position`,
    wanted,
  );
  const byEvent = Map.groupBy(calls, call => call.event);
  return events.map(event => summary(event, byEvent.get(event.sequence) ?? [], now));
}

/** One event with its calls and their attempts (Store.event). */
export function eventView(connection: Connection, id: string, now: number): EventView | undefined {
  const event = connection.get<EventRow>(`SELECT ${eventColumns} FROM event WHERE id = ?`, id);
  if (!event) return undefined;
  const calls = connection.all<WholeCallRow>(
    `SELECT ${callColumns}, c.request, c.completion, c.diagnostics FROM ${callTables} WHERE c.event = ? ORDER BY c.position`,
    event.sequence,
  );
  const attempts = connection.all<AttemptRow>(
    `SELECT a.call, a.at, a.ms, a.outcome, a.status, a.body FROM attempt a JOIN call c ON c.id = a.call
     WHERE c.event = ? ORDER BY a.call, a.number`,
    event.sequence,
  );
  const byCall = Map.groupBy(attempts, attempt => attempt.call);
  const views = calls.map(call => callView(call, byCall.get(call.id) ?? [], now));
  return {
    ...summary(event, calls, now),
    ...(event.trace !== null && { traceId: traceIdOf(event.trace) }),
    diagnostics: [
      ...diagnosticsOf(event.noticed),
      ...diagnosticsOf(event.own_diagnostics),
      ...views.flatMap(view => view.diagnostics),
    ],
    calls: views,
  };
}

function summary(event: EventRow, calls: readonly CallRow[], now: number): EventSummary {
  const status = event.status === 'queued' && calls.some(isStopped) ? 'held' : event.status;
  const why = whyOf(
    event,
    status,
    calls.map(call => shown(call, now)),
  );
  return withoutAbsent({
    id: event.id,
    source: event.source,
    status,
    type: event.type ?? undefined,
    receivedAt: iso(event.received_at),
    occurredAt: event.occurred_at === null ? undefined : iso(event.occurred_at),
    nextAttemptAt: why.nextAttemptAt,
    reason: why.reason,
    duplicateOf: event.duplicate_of ?? undefined,
  });
}

/** Reason and time of the call that needs a person most; of several that are queued, of the next one. */
function whyOf(event: EventRow, status: Status, calls: readonly Shown[]): Omit<Shown, 'status'> {
  if (event.own_status === status) return event.own_reason === null ? {} : { reason: event.own_reason };
  const most = neediest(calls.map(call => call.status));
  const [first] = calls
    .filter(call => call.status === most)
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  return first?.status === status ? first : {};
}

function timeOf(call: Shown): number {
  return call.nextAttemptAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(call.nextAttemptAt);
}

/** Whether it would go on if its destination were not held or paused. */
function isStopped(call: CallRow): boolean {
  return call.status === 'queued' && call.stopped !== null;
}

function shown(call: CallRow, now: number): Shown {
  if (isStopped(call)) return { status: 'held', ...reasonOf(call.destination_reason ?? call.reason) };
  if (call.due_at === null) return { status: call.status, ...reasonOf(call.reason) };
  return {
    status: 'queued',
    nextAttemptAt: iso(Math.max(call.due_at, call.lane_due_at ?? 0, call.not_before ?? 0)),
    ...reasonOf(call.reason ?? whyNotYet(call, now)),
  };
}

/** Why a call that was not tried yet must wait: for its destination, or for an earlier call of its lane. */
function whyNotYet(
  { due_at, lane_due_at, not_before, destination_reason }: CallRow,
  now: number,
): string | null {
  if ((not_before ?? 0) > now) return destination_reason;
  const isBehind = (lane_due_at ?? 0) > Math.max(now, due_at ?? 0);
  return isBehind ? 'an earlier call of this person is tried first' : null;
}

function callView(row: WholeCallRow, attempts: readonly AttemptRow[], now: number): CallView {
  const completion = row.completion === null ? {} : storedCompletion.read(row.completion);
  return {
    mapping: row.mapping,
    destination: row.destination,
    operation: row.operation,
    ...shown(row, now),
    request: row.request === null ? null : requestView(storedCall.read(row.request)),
    ...completion,
    diagnostics: diagnosticsOf(row.diagnostics),
    attempts: attempts.map(attempt => ({
      at: iso(attempt.at),
      ms: attempt.ms,
      outcome: attempt.outcome,
      ...(attempt.status !== null && { status: attempt.status }),
      ...(attempt.body !== null && { body: attempt.body }),
    })),
  };
}

/** The second part of a `traceparent`. */
function traceIdOf(trace: string): string {
  return trace.slice(3, 35);
}

function reasonOf(reason: string | null): { reason?: string } {
  return reason === null ? {} : { reason };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
