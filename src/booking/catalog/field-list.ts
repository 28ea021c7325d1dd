import { type AnswerObject, asObject, field, textField, textsField } from '../answers/answer-body.ts';
import { longestText, textCutMark } from '../http/text-cutter.ts';
import type { FieldConfiguration } from './field.ts';

/** A list of 1 MiB has at most about 2,000 fields as the API writes them. With more fields, checks would take too long. */
export const mostFields = 2_500;

/** The maximum length of a name. Longer names are cut, because they are only displayed. */
const longestName = 1_000;

/**
 * Reads the list of additional fields (API document 2.6, 4.3) tolerantly: unknown types stay, a missing property gets
 * the value without a restriction, an element that is not a field is skipped. Undefined if the value is not a list, is
 * a list without a single field although it is not empty, or has more than 2,500 fields.
 */
export function readFields(value: unknown): readonly FieldConfiguration[] | undefined {
  if (!Array.isArray(value) || value.length > mostFields) return undefined;
  const fields = value.flatMap(each => readField(asObject(each)) ?? []);
  return fields.length > 0 || value.length === 0 ? fields : undefined;
}

/** Reads fields that this program has stored, with the facts from earlier responses. */
export function readKeptFields(value: unknown): readonly FieldConfiguration[] | undefined {
  const fields = readFields(value);
  if (fields === undefined || !Array.isArray(value)) return undefined;
  const kept = new Map(value.map(each => [field(asObject(each), 'keyName'), asObject(each)]));
  return fields.map(each => ({ ...each, ...earlierFacts(kept.get(each.keyName)) }));
}

function earlierFacts(
  object: AnswerObject | undefined,
): Pick<FieldConfiguration, 'names' | 'choiceNames' | 'formerKeys'> {
  const named = Object.entries(asObject(field(object, 'names')) ?? {});
  const names = named.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const listed = asObject(field(object, 'choiceNames'));
  const choiceNames = Object.keys(listed ?? {}).flatMap(language => {
    const texts = textsField(listed, language);
    return texts === undefined ? [] : [[language, texts] as const];
  });
  const formerKeys = textsField(object, 'formerKeys') ?? [];
  return {
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...(choiceNames.length > 0 && { choiceNames: Object.fromEntries(choiceNames) }),
    ...(formerKeys.length > 0 && { formerKeys }),
  };
}

function readField(object: AnswerObject | undefined): FieldConfiguration | undefined {
  const keyName = field(object, 'keyName');
  if (object === undefined || typeof keyName !== 'string' || keyName === '') return undefined;
  return {
    id: numberField(object, 'id') ?? 0,
    keyName,
    name: shortField(object, 'name') ?? keyName.slice(0, longestName),
    type: shortField(object, 'type') ?? 'other',
    description: textField(object, 'description') ?? null,
    selectItems: textsField(object, 'selectItems') ?? null,
    valueRequired: field(object, 'valueRequired') === true,
    validatorRegexp: wholeField(object, 'validatorRegexp') ?? null,
    errorMessage: shortField(object, 'errorMessage') ?? null,
    appointmentSpecific: field(object, 'appointmentSpecific') === true,
    specificForLocationId: numberField(object, 'specificForLocationId') ?? null,
    hidden: field(object, 'hidden') === true,
    privacyConfidential: field(object, 'privacyConfidential') === true,
    listOrder: numberField(object, 'listOrder') ?? 0,
    tab: readTab(asObject(field(object, 'tab'))),
  };
}

function readTab(object: AnswerObject | undefined): FieldConfiguration['tab'] {
  const name = shortField(object, 'name');
  return name === undefined ? null : { id: numberField(object, 'id') ?? 0, name };
}

function shortField(object: AnswerObject | undefined, name: string): string | undefined {
  const text = textField(object, name);
  return text === undefined || text.length <= longestName
    ? text
    : `${text.slice(0, longestName - 1).toWellFormed()}${textCutMark}`;
}

/** A cut pattern would refuse valid values, so a text that was cut counts as missing. */
function wholeField(object: AnswerObject | undefined, name: string): string | undefined {
  const text = textField(object, name);
  const wasCut = text?.endsWith(textCutMark) && Buffer.byteLength(text) > longestText;
  return wasCut ? undefined : text;
}

function numberField(object: AnswerObject | undefined, name: string): number | undefined {
  const value = field(object, name);
  return typeof value === 'number' ? value : undefined;
}
