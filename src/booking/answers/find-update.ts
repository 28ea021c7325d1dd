import type { UpdateCustomer } from '../../inbox/call.ts';
import type { ChangeEntry, Completion } from '../../inbox/outcome.ts';
import { textCutMark } from '../http/text-cutter.ts';
import {
  type AnswerObject,
  asObject,
  digitsField,
  field,
  readAnswerBody,
  sameNumber,
} from './answer-body.ts';
import type { AnswerFinding } from './failure-table.ts';
import { findNoJson } from './find-no-json.ts';
import { otherPerson } from './other-person.ts';
import { ownEmergencyNumber } from './own-number.ts';

/** Returns the row of a 200 response to updateCustomer (API document 2.2, 2.3, 4.2). */
export function findUpdate(call: UpdateCustomer, bytes: Uint8Array): AnswerFinding {
  const body = readAnswerBody(bytes);
  if (body.kind !== 'json') return findNoJson(body, bytes);
  const customer = asObject(body.value);
  const id = digitsField(customer, 'id');
  if (customer === undefined || id === undefined || body.doubled.has('id')) return { row: 'A5' };
  if (!sameNumber(id, call.id.text)) return { row: 'A2' };
  const other = otherPerson(call, customer, body.doubled);
  const own = ownEmergencyNumber(call, customer, body.doubled);
  const diagnostics = [other, own].filter(each => each !== undefined);
  return {
    row: 'A1',
    completion: { customerId: id, ...changesOf(customer), ...(diagnostics.length > 0 && { diagnostics }) },
  };
}

/** Longest list of missing properties: a call sets at most as many as an account has fields. */
const mostChanges = 500;
/** The maximum length of a shown value; people read no more. */
const longestValue = 10_000;

function changesOf(customer: AnswerObject): Pick<Completion, 'changes' | 'furtherChanges'> {
  const list = field(customer, 'changes');
  if (!Array.isArray(list)) return { changes: [] };
  const further = Math.max(0, list.length - mostChanges);
  return {
    changes: changeEntries(list.slice(0, mostChanges)),
    ...(further > 0 && { furtherChanges: further }),
  };
}

function changeEntries(list: readonly unknown[]): readonly ChangeEntry[] {
  return list.flatMap(each => {
    const entry = asObject(each);
    const name = valueText(field(entry, 'name'));
    if (name === null) return [];
    return [
      {
        name,
        originalValue: valueText(field(entry, 'originalValue')),
        newValue: valueText(field(entry, 'newValue')),
      },
    ];
  });
}

function valueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return shortened(typeof value === 'string' ? value : JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length <= longestValue
    ? text
    : `${text.slice(0, longestValue - 1).toWellFormed()}${textCutMark}`;
}
