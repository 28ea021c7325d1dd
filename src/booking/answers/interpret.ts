import type { DestinationConfig } from '../../config/config.ts';
import type { Call } from '../../inbox/call.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Outcome } from '../../inbox/outcome.ts';
import { encode } from '../http/encode.ts';
import type { Reply } from '../http/reply.ts';
import type { FailureOption } from './failure-row.ts';
import { findBooking } from './find-booking.ts';
import { findByStatus } from './find-by-status.ts';
import { findRefusal } from './find-refusal.ts';
import { findUnanswered } from './find-unanswered.ts';
import { findUpdate } from './find-update.ts';
import { type AnswerFinding, namingCoding, outcomeOf } from './finding.ts';

/** What the meaning of a reply depends on beyond the reply itself. */
export interface Circumstances {
  /** Epoch milliseconds. */
  readonly now: number;
  /** This very booking was sent before and its answer was lost; a person had it sent again. */
  readonly earlierUnclear: boolean;
  /** When the request was sent, epoch milliseconds. */
  readonly sentAt?: number;
  /** What the destination's config says of its answers; left out, neither option is in force. */
  readonly options?: AnswerOptions;
}

/** How a destination's config changes what answers mean. */
export type AnswerOptions = Pick<DestinationConfig, 'retryNotFound' | 'assumeNotApplied'>;

/**
 * What a reply means for the call that was sent: one row of the failure table for every reply there can be (API
 * document 3, 4.1, 4.2, 5.4, 7). A 200 is success only where its body proves that it speaks of this very call.
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

/** A person who looks up a booking asks when it was. */
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
