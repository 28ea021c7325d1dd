import type { DestinationConfig } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call, Operation } from '../../inbox/call.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { Outcome } from '../../inbox/outcome.ts';
import { encode } from '../http/encode.ts';
import type { Reply } from '../http/reply.ts';
import type { DataCode, FailureOption, Ruling } from './failure-row.ts';
import { type AnswerFinding, failureTable, namingCoding, reasonOf, ruling } from './failure-table.ts';
import { findBooking } from './find-booking.ts';
import { findByStatus } from './find-by-status.ts';
import { findRefusal } from './find-refusal.ts';
import { findUnanswered } from './find-unanswered.ts';
import { findUpdate } from './find-update.ts';

/** Everything besides the reply that determines its meaning. */
export interface Circumstances {
  /** Epoch milliseconds. */
  readonly now: number;
  /** True if this booking was sent before, its response was lost, and a person had it sent again. */
  readonly earlierUnclear: boolean;
  /** The time when the request was sent, epoch milliseconds. */
  readonly sentAt?: number;
  /** The options of the destination's config for responses; by default neither option applies. */
  readonly options?: AnswerOptions;
}

/** The options of a destination's config that change the meaning of responses. */
export type AnswerOptions = Pick<DestinationConfig, 'retryNotFound' | 'assumeNotApplied'>;

/**
 * Returns the outcome of a reply for the call that was sent. Every possible reply has one row of the failure table (API
 * document 3, 4.1, 4.2, 5.4, 7). A 200 is a success only if its body proves that it belongs to this call.
 */
export function interpret(call: Call, reply: Reply, circumstances: Circumstances): Outcome {
  return outcomeOf(find(call, reply, circumstances), call.operation, inForce(reply, circumstances));
}

/** The outcome of a call whose response this program failed to read. */
export function unreadAnswer(operation: Operation): Decided {
  const outcome = outcomeOf({ row: 'T14' }, operation);
  return outcome.kind === 'probe' ? outcome.good : outcome;
}

function inForce(reply: Reply, { options }: Circumstances): readonly FailureOption[] {
  const trusted = 'status' in reply && options?.assumeNotApplied.includes(reply.status) === true;
  return [
    ...(options?.retryNotFound ? (['retryNotFound'] as const) : []),
    ...(trusted ? (['assumeNotApplied'] as const) : []),
  ];
}

function find(call: Call, reply: Reply, circumstances: Circumstances): AnswerFinding {
  switch (reply.kind) {
    case 'not-sent':
    case 'not-http':
      return findUnanswered(reply);
    case 'no-answer':
      return { ...findUnanswered(reply), ...whenSent(circumstances) };
    case 'broken':
      return namingCoding(findBroken(reply, circumstances), reply.headers);
    case 'answered':
      return namingCoding(findAnswered(call, reply, circumstances), reply.headers);
  }
}

/** A person who looks up a booking needs its time. */
function whenSent({ sentAt, now }: Circumstances): Pick<AnswerFinding, 'detail'> {
  if (sentAt === undefined) return {};
  const seconds = Math.max(0, Math.round((now - sentAt) / 1000));
  return { detail: `sent at ${isoTime(sentAt)}, lost after ${seconds} s` };
}

function findBroken(reply: Extract<Reply, { kind: 'broken' }>, { now }: Circumstances): AnswerFinding {
  const { status } = reply;
  if (status >= 200 && status <= 299) return { row: 'T10a' };
  if (status === 400 || status === 404) return { row: 'T10b', detail: `HTTP ${status}` };
  if (status >= 500 && status <= 599) {
    return {
      row: 'T10c',
      detail: `HTTP ${status}`,
      afterMs: findByStatus(status, reply.headers, now).afterMs,
    };
  }
  return findByStatus(status, reply.headers, now);
}

function findAnswered(
  call: Call,
  reply: Extract<Reply, { kind: 'answered' }>,
  { now, earlierUnclear }: Circumstances,
): AnswerFinding {
  const { status, body } = reply;
  if (status === 200) {
    return call.operation === 'updateCustomer'
      ? findUpdate(call, body)
      : findBooking(call, body, earlierUnclear);
  }
  if (status === 400 || status === 404) return findRefusal(call, status, body);
  const finding = findByStatus(status, reply.headers, now);
  return status === 413 ? { ...finding, detail: `HTTP ${status}; ${sizeOf(call)}` } : finding;
}

function sizeOf(call: Call): string {
  const bytes = Buffer.byteLength(encode(call).body ?? '');
  return `the call has ${bytes} bytes`;
}

/** Returns the outcome for a finding, by the ruling of the failure table for the operation and the active options. */
function outcomeOf(
  finding: AnswerFinding,
  operation: Operation,
  chosen: readonly FailureOption[] = [],
): Outcome {
  const rule = finding.ruling ?? ruling(finding.row, operation, chosen);
  if (rule.kind !== 'probe') return decide(rule, finding);
  return { kind: 'probe', row: finding.row, reason: reasonOf(finding), good: decide(rule.good, finding) };
}

function decide(rule: Exclude<Ruling, { kind: 'probe' }>, finding: AnswerFinding): Decided {
  const { row, afterMs } = finding;
  const reason = reasonOf(finding);
  switch (rule.kind) {
    case 'done':
      return {
        kind: 'done',
        row,
        completion: {
          ...finding.completion,
          ...(rule.warning && {
            diagnostics: [diagnostic(rule.warning, reason, { hint: failureTable[row].next })],
          }),
        },
      };
    case 'again':
      // A request to wait is not a fault: the destination is available.
      return afterMs === undefined
        ? { ...rule, row, reason }
        : { ...rule, row, reason, afterMs, everyone: true, fault: false };
    case 'unknown': {
      const fault = rule.fault && afterMs === undefined;
      return {
        kind: 'unknown',
        row,
        reason,
        fault,
        ...(afterMs !== undefined && { afterMs }),
        ...(rule.hold && { hold: reason }),
        ...(rule.probe && { probe: true }),
      };
    }
    case 'data':
      return {
        kind: 'data',
        row,
        reason,
        diagnostics: explained(finding) ?? [explain(rule.code, reason, finding)],
        ...(rule.fault && { fault: true }),
        ...(finding.availableStatuses && { availableStatuses: finding.availableStatuses }),
      };
    case 'mapping':
      return {
        kind: 'mapping',
        row,
        reason,
        diagnostics: explained(finding) ?? [explain('delivery/refused', reason, finding)],
        ...(finding.availableStatuses && { availableStatuses: finding.availableStatuses }),
        ...(finding.unknownKeys && { unknownKeys: finding.unknownKeys }),
        ...(finding.unsupportedKeys && { unsupportedKeys: finding.unsupportedKeys }),
      };
    case 'hold':
      return { kind: 'hold', row, reason };
  }
}

/** Returns the finding's own diagnostics. One without a hint gets the next step of the row. */
function explained({ row, diagnostics }: AnswerFinding): readonly Diagnostic[] | undefined {
  return diagnostics?.map(each => ({ ...each, hint: each.hint ?? failureTable[row].next }));
}

function explain(code: DataCode, reason: string, { row, said, hint, path }: AnswerFinding): Diagnostic {
  return diagnostic(code, said === undefined ? reason : `${reason}: ${said}`, {
    hint: hint ?? failureTable[row].next,
    path,
  });
}
