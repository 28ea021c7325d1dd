import type { Reply } from '../http/reply.ts';
import type { AnswerFinding } from './failure-table.ts';

const notSentRows = {
  dns: 'T1',
  unreachable: 'T2',
  'connect-timeout': 'T3',
  reset: 'T4',
  certificate: 'T5',
  shutdown: 'T6a',
  invalid: 'T6b',
} as const;

/** Finds the row of a request without a status: it was never sent, got no response, or a response that is not HTTP. */
export function findUnanswered(reply: Exclude<Reply, { kind: 'broken' | 'answered' }>): AnswerFinding {
  switch (reply.kind) {
    case 'not-sent':
      return { row: notSentRows[reply.why], detail: reply.detail };
    case 'no-answer':
      return { row: reply.why === 'timeout' ? 'T7' : 'T8' };
    case 'not-http':
      return { row: 'T9' };
  }
}
