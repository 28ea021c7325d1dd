import type { Call } from '../inbox/call.ts';
import type { Outcome } from '../inbox/outcome.ts';
import { findBooking } from './find-booking.ts';
import { findByStatus } from './find-by-status.ts';
import { findRefusal } from './find-refusal.ts';
import { findUpdate } from './find-update.ts';
import { type Finding, notSentRows, outcomeOf } from './finding.ts';
import type { Reply } from './reply.ts';

/** What the meaning of a reply depends on beyond the reply itself. */
export interface Circumstances {
  /** Epoch milliseconds. */
  readonly now: number;
  /** This very booking was sent before and its answer was lost; a person had it sent again. */
  readonly earlierUnclear: boolean;
}

/**
 * What a reply means for the call that was sent: one row of the failure table for every reply there can be (API
 * document 3, 4.1, 4.2, 5.4, 7). A 200 is success only where its body proves that it speaks of this very call.
 */
export function interpret(call: Call, reply: Reply, circumstances: Circumstances): Outcome {
  return outcomeOf(find(call, reply, circumstances), call.operation);
}

function find(call: Call, reply: Reply, circumstances: Circumstances): Finding {
  switch (reply.kind) {
    case 'not-sent':
      return { row: notSentRows[reply.why], detail: reply.detail };
    case 'no-answer':
      return { row: reply.why === 'timeout' ? 'T7' : 'T8' };
    case 'not-http':
      return { row: 'T9' };
    case 'broken':
      return findBroken(reply, circumstances);
    case 'answered':
      return findAnswered(call, reply, circumstances);
  }
}

function findBroken(reply: Extract<Reply, { kind: 'broken' }>, { now }: Circumstances): Finding {
  const { status } = reply;
  if (status >= 200 && status <= 299) return { row: 'T10a' };
  if (status === 400 || status === 404) return { row: 'T10b', detail: `HTTP ${status}` };
  if (status >= 500 && status <= 599) return { row: 'T10c', detail: `HTTP ${status}` };
  return findByStatus(status, reply.headers, now);
}

function findAnswered(
  call: Call,
  reply: Extract<Reply, { kind: 'answered' }>,
  { now, earlierUnclear }: Circumstances,
): Finding {
  const { status, body } = reply;
  if (status === 200) {
    return call.operation === 'updateCustomer'
      ? findUpdate(call, body)
      : findBooking(call, body, earlierUnclear);
  }
  if (status === 400 || status === 404) return findRefusal(call, status, body);
  return findByStatus(status, reply.headers, now);
}
