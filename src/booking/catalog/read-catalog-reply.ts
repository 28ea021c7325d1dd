import { readAnswerBody } from '../answers/answer-body.ts';
import {
  type AnswerFinding,
  namingCoding,
  type RowName,
  reasonOf,
  ruling,
} from '../answers/failure-table.ts';
import { findByStatus } from '../answers/find-by-status.ts';
import { findNoJson } from '../answers/find-no-json.ts';
import { findUnanswered } from '../answers/find-unanswered.ts';
import type { Reply } from '../http/reply.ts';
import type { FieldConfiguration } from './field.ts';
import { mostFields, readFields } from './field-list.ts';

/** The reason why the fields could not be read, as the failure table words it. */
export interface BadRead {
  readonly row: RowName;
  readonly reason: string;
  /** True if the destination or the access to it is at fault; false if the problem may pass. */
  readonly hold: boolean;
  readonly retryAfterMs?: number;
}

/** Reads the reply to additionalCustomerFields (API document 4.3, 5.4). `now`: epoch milliseconds. */
export function readCatalogReply(
  reply: Reply,
  now: number,
): { readonly fields: readonly FieldConfiguration[] } | BadRead {
  if (reply.kind === 'answered' && reply.status === 200) {
    const body = readAnswerBody(reply.body);
    if (body.kind !== 'json') return bad(namingCoding(findNoJson(body, reply.body), reply.headers));
    const fields = readFields(body.value);
    return fields === undefined ? bad({ row: 'A5', ...tooMany(body.value) }) : { fields };
  }
  const trouble = findTrouble(reply, now);
  return bad('headers' in reply ? namingCoding(trouble, reply.headers) : trouble);
}

function tooMany(list: unknown): Pick<AnswerFinding, 'detail'> {
  if (!Array.isArray(list) || list.length <= mostFields) return {};
  return { detail: `it lists ${list.length} fields; at most ${mostFields} are read` };
}

function findTrouble(reply: Reply, now: number): AnswerFinding {
  switch (reply.kind) {
    case 'not-sent':
    case 'no-answer':
    case 'not-http':
      return findUnanswered(reply);
    case 'broken':
    case 'answered':
      if (reply.status === 200) return { row: 'T10a' };
      if (reply.status === 404) return { row: 'C3', detail: 'HTTP 404' };
      return findByStatus(reply.status, reply.headers, now);
  }
}

function bad({ row, detail, afterMs }: AnswerFinding): BadRead {
  return {
    row,
    reason: reasonOf({ row, detail }),
    hold: ruling(row, 'updateCustomer').kind !== 'again',
    ...(afterMs !== undefined && { retryAfterMs: afterMs }),
  };
}
