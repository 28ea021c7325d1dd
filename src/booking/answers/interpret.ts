import type { DestinationConfig } from '../../config/config.ts';
import type { Call } from '../../inbox/call.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Outcome } from '../../inbox/outcome.ts';
import { encode } from '../http/encode.ts';
import type { Reply } from '../http/reply.ts';
import type { FailureOption } from './failure-row.ts';
import { type AnswerFinding, namingCoding, outcomeOf } from './failure-table.ts';
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
