import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearestOf } from '../../diagnostics/nearest.ts';
import { nearestValue } from '../../diagnostics/nearest-value.ts';
import { blameOf, type Call, type Value } from '../../inbox/call.ts';
import { plainText } from '../http/plain-text.ts';
import { type AnswerObject, asObject, readAnswerBody, textField, textsField } from './answer-body.ts';
import type { AnswerFinding } from './failure-table.ts';

/**
 * Finds the row of a 400 or 404 (API document 7): nothing was saved. The shape of error bodies is not documented. So
 * the named fields are searched at the top level, and the message in `error`, in `message`, or as the text itself.
 */
export function findRefusal(call: Call, status: 400 | 404, bytes: Uint8Array): AnswerFinding {
  const refusal = readRefusal(bytes);
  return status === 400 ? findBadRequest(call, refusal) : findNotFound(call, refusal);
}

interface Refusal {
  readonly object: AnswerObject | undefined;
  /** Safe to show. */
  readonly message: string | undefined;
  says(words: string): boolean;
}

function readRefusal(bytes: Uint8Array): Refusal {
  const body = readAnswerBody(bytes);
  const object = body.kind === 'json' ? asObject(body.value) : undefined;
  const text =
    body.kind === 'text' ? body.text : body.kind === 'json' ? textOf(body.value, object) : undefined;
  const message = text === undefined ? undefined : plainText(text.replaceAll(/\s+/g, ' '), 500);
  // An HTML page that contains the words of a refusal does not count as one.
  const short = message !== undefined && !message.startsWith('<') ? message.toLowerCase() : '';
  return { object, message, says: words => short.includes(words.toLowerCase()) };
}

function textOf(value: unknown, object: AnswerObject | undefined): string | undefined {
  if (typeof value === 'string') return value;
  const texts = [textField(object, 'error'), textField(object, 'message')].filter(each => each !== undefined);
  return texts.length === 0 ? undefined : texts.join(': ');
}

function findBadRequest(call: Call, { object, message, says }: Refusal): AnswerFinding {
  const availableStatuses = textsField(object, 'availableStatuses');
  const unknownKeys = refusedKeys(call, object, 'unknownKeys');
  const unsupportedKeys = refusedKeys(call, object, 'unsupportedKeys');
  if ((availableStatuses !== undefined || says('customer status not found')) && call.customerStatus) {
    return unknownStatus(call.customerStatus, availableStatuses);
  }
  if (unknownKeys.all > 0 || unsupportedKeys.all > 0) {
    const available = textsField(object, 'availableKeys') ?? [];
    const findNear = nearestOf(available, unknownKeys.first.length);
    return {
      row: unknownKeys.all > 0 ? 'B2' : 'B3',
      said: message,
      diagnostics: [
        ...unknownKeys.first.map(key => unknownKey(call, key, available, findNear)),
        ...furtherKeys('check/unknown-field', unknownKeys),
        ...unsupportedKeys.first.map(key => unsupportedKey(call, key)),
        ...furtherKeys('check/unsupported-type', unsupportedKeys),
      ],
      ...(unknownKeys.all > 0 && { unknownKeys: unknownKeys.first }),
      ...(unsupportedKeys.all > 0 && { unsupportedKeys: unsupportedKeys.first }),
    };
  }
  const update = call.operation === 'updateCustomer';
  if (update && says('nothing to update')) return { row: 'B4', said: message };
  if (!update && says('missing appointmentId')) return { row: 'B6', said: message };
  if (update && says('additionalFields')) return { row: 'B5', said: message };
  return { row: 'B7', said: message };
}

/** The keys that a response lists as refused. */
interface RefusedKeys {
  /** At most twenty keys, first those that the call contains. */
  readonly first: readonly string[];
  /** The number of all refused keys. */
  readonly all: number;
}

const mostKeys = 20;

function refusedKeys(
  { additionalFields }: Call,
  object: AnswerObject | undefined,
  property: string,
): RefusedKeys {
  const keys = textsField(object, property) ?? [];
  if (keys.length <= mostKeys) return { first: keys, all: keys.length };
  const own = new Set(additionalFields.map(({ key }) => key));
  const sent = keys.filter(key => own.has(key));
  const first = [...new Set([...sent.slice(0, mostKeys), ...keys.slice(0, mostKeys)])].slice(0, mostKeys);
  return { first, all: keys.length };
}

function furtherKeys(code: DiagnosticCode, { first, all }: RefusedKeys): readonly Diagnostic[] {
  const further = all - first.length;
  if (further <= 0) return [];
  return [
    diagnostic(code, `and ${counted(further, 'more key')} of the same kind`, { path: 'additionalFields' }),
  ];
}

/** The status name comes from the mapping or from the event's data, so the fault is there. */
function unknownStatus(status: Value, available: readonly string[] | undefined): AnswerFinding {
  const near = nearestValue(status.text, available ?? []);
  const hint = near[0] === undefined ? undefined : `did you mean ${quoted(near[0])}?`;
  const message = `the account has no customer status ${quoted(status.text)}${listed(available)}`;
  return {
    row: 'B1',
    diagnostics: [
      diagnostic('check/unknown-status', message, { path: 'customerStatus', hint, meant: near[0] }),
    ],
    availableStatuses: isStatusList(available) ? available : undefined,
    ...(blameOf(status) === 'data' && { ruling: { kind: 'data', code: 'delivery/refused' } }),
  };
}

/** No account has more statuses than a person can choose from, so a longer list is not stored. */
function isStatusList(names: readonly string[] | undefined): names is readonly string[] {
  return names !== undefined && names.length <= 2_000 && names.every(name => name.length <= 1_000);
}

function unknownKey(
  call: Call,
  key: string,
  available: readonly string[],
  findNear: (name: string) => readonly string[],
): Diagnostic {
  const near = findNear(key);
  return diagnostic('check/unknown-field', `the account has no field ${quoted(key)}${listed(available)}`, {
    path: pathOf(call, key),
    hint: near[0] === undefined ? undefined : `did you mean ${quoted(near[0])}?`,
    meant: near[0],
  });
}

function unsupportedKey(call: Call, key: string): Diagnostic {
  const message = `the field ${quoted(key)} is of a type that cannot be set`;
  return diagnostic('check/unsupported-type', message, { path: pathOf(call, key) });
}

/** A path contains only names from the call: a key that was not sent appears only in the message. */
function pathOf({ additionalFields }: Call, key: string): string {
  return additionalFields.some(field => field.key === key) ? `additionalFields.${key}` : 'additionalFields';
}

function listed(names: readonly string[] | undefined): string {
  if (names === undefined || names.length === 0) return '';
  const more = names.length > 10 ? `, and ${names.length - 10} more` : '';
  return `; it has ${names.slice(0, 10).map(quoted).join(', ')}${more}`;
}

function quoted(name: string): string {
  return `"${plainText(name, 100)}"`;
}

function findNotFound(call: Call, { message, says }: Refusal): AnswerFinding {
  if (says('customer not found')) {
    return { row: 'C1', said: message, path: call.operation === 'updateCustomer' ? 'id' : 'customerId' };
  }
  if (call.operation === 'persistCustomerData' && says('appointment not found')) {
    return { row: 'C2', said: message, path: 'appointmentId' };
  }
  return { row: 'C3', said: message };
}
