import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { blameOf, type Call, type Value } from '../../inbox/call.ts';
import { plainText } from '../http/plain-text.ts';
import { type AnswerObject, asObject, readAnswerBody, textField, textsField } from './answer-body.ts';
import type { AnswerFinding } from './finding.ts';

/**
 * The row of a 400 or 404 (API document 7): nothing was saved. The shape of error bodies is not documented, so the
 * named fields are looked for at the top level, and the message in `error` and `message`, or as the text itself.
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
  // A page that somewhere holds the words of a refusal is none.
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
  const unknownKeys = textsField(object, 'unknownKeys') ?? [];
  const unsupportedKeys = textsField(object, 'unsupportedKeys') ?? [];
  if ((availableStatuses !== undefined || says('customer status not found')) && call.customerStatus) {
    return unknownStatus(call.customerStatus, availableStatuses);
  }
  if (unknownKeys.length > 0 || unsupportedKeys.length > 0) {
    const available = textsField(object, 'availableKeys') ?? [];
    return {
      row: unknownKeys.length > 0 ? 'B2' : 'B3',
      said: message,
      diagnostics: [
        ...unknownKeys.map((key, at) => unknownKey(call, key, available, at < mostSuggested)),
        ...unsupportedKeys.map(key => unsupportedKey(call, key)),
      ],
      ...(unknownKeys.length > 0 && { unknownKeys }),
      ...(unsupportedKeys.length > 0 && { unsupportedKeys }),
    };
  }
  const update = call.operation === 'updateCustomer';
  if (update && says('nothing to update')) return { row: 'B4', said: message };
  if (!update && says('missing appointmentId')) return { row: 'B6', said: message };
  if (update && says('additionalFields')) return { row: 'B5', said: message };
  return { row: 'B7', said: message };
}

/** Whoever gave the name is to blame: the mapping, or this event's data. */
function unknownStatus(status: Value, available: readonly string[] | undefined): AnswerFinding {
  const near = nearest(status.text, (available ?? []).slice(0, mostCompared));
  const hint = near[0] === undefined ? undefined : `did you mean ${quoted(near[0])}?`;
  const message = `the account has no customer status ${quoted(status.text)}${listed(available)}`;
  return {
    row: 'B1',
    diagnostics: [diagnostic('check/unknown-status', message, { path: 'customerStatus', hint })],
    availableStatuses: available,
    ...(blameOf(status) === 'data' && { ruling: { kind: 'data', code: 'delivery/refused' } }),
  };
}

/** For so many unknown keys a near name is looked for, among so many names. */
const mostSuggested = 10;
const mostCompared = 2_000;

function unknownKey(call: Call, key: string, available: readonly string[], isSuggested: boolean): Diagnostic {
  const near = isSuggested ? nearest(key, available.slice(0, mostCompared)) : [];
  return diagnostic('check/unknown-field', `the account has no field ${quoted(key)}${listed(available)}`, {
    path: pathOf(call, key),
    hint: near[0] === undefined ? undefined : `did you mean ${quoted(near[0])}?`,
  });
}

function unsupportedKey(call: Call, key: string): Diagnostic {
  const message = `the field ${quoted(key)} is of a type that cannot be set`;
  return diagnostic('check/unsupported-type', message, { path: pathOf(call, key) });
}

/** A path is made of our own names: a key that was not sent is only told of in the message. */
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
