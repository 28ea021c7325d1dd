import { type Diagnostic, mainDiagnostic } from '../../diagnostics/diagnostic.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { Call } from '../call.ts';
import { causeWords } from '../destination-record.ts';
import type { CallView, EventSummary, EventView, PersonAbout, Status } from '../event.ts';
import type { Completion } from '../outcome.ts';
import { requestView } from '../request-view.ts';
import { storedCall } from '../stored/stored-call.ts';
import { storedCompletion } from '../stored/stored-completion.ts';
import { diagnosticsOf } from '../stored/stored-diagnostics.ts';
import { mostUrgent } from './event-status.ts';
import { warningCodes } from './warning-codes.ts';

/** The columns of an event's row for its display. */
export interface EventViewRow {
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

/**
 * The columns of a call, with its lane and its destination. `stopped`: the time since which the destination is held or
 * paused. `given_until`: the time until which the call may be in flight, null if it is not; `lane_given_until`: the
 * same for any call of its lane. `begun_until`: the time until which a call of this lane may be in flight in another
 * process that did not report its end; absent if only one process uses the store.
 */
export interface CallViewRow extends AboutViewRow {
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
  destination_next: string | null;
  not_before: number | null;
  given_until: number | null;
  lane_given_until: number | null;
  begun_until?: number | null;
  completion: string | null;
  diagnostics: string | null;
}

/** The columns of an attempt. */
export interface AttemptViewRow {
  call: number;
  at: number;
  ms: number;
  outcome: string;
  status: number | null;
  body: string | null;
}

/** Returns a call for display. While its destination is held or paused, a queued call is shown as held. */
interface Shown {
  readonly status: Status;
  readonly nextAttemptAt?: string;
  readonly reason?: string;
}

/** Returns an event for a list. */
export function summaryOf(event: EventViewRow, calls: readonly CallViewRow[], now: number): EventSummary {
  const status =
    event.status === 'queued' && calls.some(call => isStopped(call, now)) ? 'held' : event.status;
  const why = whyOf(
    event,
    status,
    calls.map(call => shown(call, now)),
  );
  const completions = calls.map(completionOf);
  return withoutAbsent({
    id: event.id,
    source: event.source,
    status,
    type: event.type ?? undefined,
    receivedAt: iso(event.received_at),
    occurredAt: event.occurred_at === null ? undefined : iso(event.occurred_at),
    nextAttemptAt: why.nextAttemptAt,
    reason: why.reason,
    code: codeOf(event, status, calls),
    ...warningsOf(event, status, calls),
    action: completions.find(each => each.action !== undefined)?.action,
    about: personAbout(calls.map((call, at) => ({ ...call, bookedAs: completions[at]?.customerId }))),
    duplicateOf: event.duplicate_of ?? undefined,
  });
}

/** Returns one event with its calls and their attempts, both in order (Store.event). */
export function viewOf(
  event: EventViewRow,
  calls: readonly CallViewRow[],
  attempts: readonly AttemptViewRow[],
  now: number,
): EventView {
  const byCall = Map.groupBy(attempts, attempt => attempt.call);
  const views = calls.map(call => callView(call, byCall.get(call.id) ?? [], now));
  return {
    ...summaryOf(event, calls, now),
    ...(event.trace !== null && { traceId: traceIdOf(event.trace) }),
    diagnostics: [
      ...diagnosticsOf(event.noticed),
      ...diagnosticsOf(event.own_diagnostics),
      ...views.flatMap(view => view.diagnostics),
    ],
    calls: views,
  };
}

/** Statuses that a diagnostic can explain. */
const withCode: readonly Status[] = ['held', 'failed', 'skipped', 'uncertain'];

/** Returns the code that explains the status: from the calls with this status, or else from the event itself. */
function codeOf(event: EventViewRow, status: Status, calls: readonly CallViewRow[]): string | undefined {
  if (!withCode.includes(status)) return undefined;
  const own = calls.filter(call => call.status === status).flatMap(call => diagnosticsOf(call.diagnostics));
  const all = [...own, ...diagnosticsOf(event.own_diagnostics), ...diagnosticsOf(event.noticed)];
  return mainDiagnostic(all)?.code;
}

/** Returns the codes of the warnings of an event that is sent nevertheless, and the message of the first of them. */
function warningsOf(
  event: EventViewRow,
  status: Status,
  calls: readonly CallViewRow[],
): Pick<EventSummary, 'warnings' | 'warning'> {
  const columns = [event.noticed, event.own_diagnostics, ...calls.map(call => call.diagnostics)];
  const told = columns.flatMap(diagnosticsOf).filter(({ severity }) => severity !== 'info');
  const found = warningCodes(
    status,
    told.map(({ code }) => code),
  );
  const warning = told.find(({ code }) => code === found[0])?.message;
  return { ...(found.length > 0 && { warnings: found }), ...(warning !== undefined && { warning }) };
}

function completionOf({ completion }: CallViewRow): Completion {
  return completion === null ? {} : storedCompletion.read(completion);
}

/** Returns the reason and the time of the call that most needs a person; of queued calls, those of the next one. */
function whyOf(event: EventViewRow, status: Status, calls: readonly Shown[]): Omit<Shown, 'status'> {
  if (event.own_status === status) return event.own_reason === null ? {} : { reason: event.own_reason };
  const most = mostUrgent(calls.map(call => call.status));
  const [first] = calls
    .filter(call => call.status === most)
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  return first?.status === status ? first : {};
}

function timeOf(call: Shown): number {
  return call.nextAttemptAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(call.nextAttemptAt);
}

/** True if it is being sent right now. */
function isUnderWay({ status, given_until }: CallViewRow, now: number): boolean {
  return status === 'queued' && (given_until ?? 0) > now;
}

/** True if only a hold or pause of its destination keeps a call from being sent. */
function isStopped(call: CallViewRow, now: number): boolean {
  return call.status === 'queued' && call.stopped !== null && !isUnderWay(call, now);
}

function shown(call: CallViewRow, now: number): Shown {
  if (isUnderWay(call, now)) return { status: 'queued', reason: 'it is being sent right now' };
  if (isStopped(call, now)) return { status: 'held', ...reasonOf(destinationWords(call) ?? call.reason) };
  if (call.due_at === null) return { status: call.status, ...reasonOf(call.reason) };
  if ((call.lane_given_until ?? 0) > now)
    return { status: 'queued', reason: 'an earlier call of this person is being sent right now' };
  return {
    status: 'queued',
    nextAttemptAt: iso(
      Math.max(call.due_at, call.lane_due_at ?? 0, call.not_before ?? 0, call.begun_until ?? 0),
    ),
    ...reasonOf(call.reason ?? whyNotYet(call, now)),
  };
}

/** Returns the cause of its destination's state, in one sentence. */
function destinationWords({
  destination_reason: reason,
  destination_next: next,
}: CallViewRow): string | null {
  return reason === null ? null : causeWords({ reason, next: next ?? undefined });
}

/** Returns the reason why a call without attempts must wait: its destination, or an earlier call of its lane. */
function whyNotYet(call: CallViewRow, now: number): string | null {
  const { due_at, lane_due_at, not_before, begun_until } = call;
  if ((not_before ?? 0) > now) return destinationWords(call);
  if ((begun_until ?? 0) > now)
    return 'a process was lost while a call of this person was under way; the next one waits until that cannot arrive any more';
  const isBehind = (lane_due_at ?? 0) > Math.max(now, due_at ?? 0);
  return isBehind ? 'an earlier call of this person is tried first' : null;
}

function callView(row: CallViewRow, attempts: readonly AttemptViewRow[], now: number): CallView {
  return {
    mapping: row.mapping,
    destination: row.destination,
    operation: row.operation,
    ...shown(row, now),
    request: row.request === null ? null : requestView(storedCall.read(row.request)),
    ...completionOf(row),
    diagnostics: diagnosticsOf(row.diagnostics).map(each => asItIsNow(each, row.status)),
    attempts: attempts.map(attempt => ({
      at: iso(attempt.at),
      ms: attempt.ms,
      outcome: attempt.outcome,
      ...(attempt.status !== null && { status: attempt.status }),
      ...(attempt.body !== null && { body: attempt.body }),
    })),
  };
}

const unclearCodes: readonly string[] = ['delivery/outcome-unknown', 'delivery/refused-again'];

/** An uncertain booking stays visible after it was resolved, without its next step, which is done. */
function asItIsNow(each: Diagnostic, status: Status): Diagnostic {
  if (!unclearCodes.includes(each.code) || status === 'uncertain') return each;
  const { hint: _hint, waitsFor: _waitsFor, ...told } = each;
  return { ...told, severity: 'info' };
}

/** Returns the trace id, the second part of a `traceparent`. */
function traceIdOf(trace: string): string {
  return trace.slice(3, 35);
}

function reasonOf(reason: string | null): { reason?: string } {
  return reason === null ? {} : { reason };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The columns of a call's row about its person. */
interface AboutViewRow {
  customer_id: string | null;
  link_id: string | null;
  request: string | null;
}

/** Returns the person of an event from its calls: the number, else the name or address of a booking, else the link. */
function personAbout(
  calls: readonly (AboutViewRow & { readonly bookedAs?: string | undefined })[],
): PersonAbout | undefined {
  let about: PersonAbout = {};
  for (const { customer_id, link_id, request, bookedAs } of calls) {
    const sent = request === null ? {} : personSent(storedCall.read(request));
    const customerId = bookedAs ?? customer_id ?? undefined;
    about = {
      ...(link_id !== null && { link: link_id }),
      ...sent,
      ...(customerId !== undefined && { customerId }),
      ...about,
    };
  }
  return Object.keys(about).length === 0 ? undefined : about;
}

function personSent(call: Call): PersonAbout {
  if (call.operation === 'updateCustomer') return { customerId: call.id.text };
  if ('number' in call.customer) return { customerId: call.customer.number.text };
  const { firstName, name, email } = call.customer.details;
  const whole = [firstName?.text, name?.text].filter(Boolean).join(' ');
  return { ...(whole !== '' && { name: whole }), ...(email && { email: email.text }) };
}
