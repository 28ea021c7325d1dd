import type { CatalogSnapshot, FieldConfiguration } from '../../../booking/catalog/field.ts';
import { convertDate } from '../../../expressions/convert/convert-date.ts';
import { readDifferently } from '../../../expressions/convert/guess-patterns.ts';
import type { AdditionalField, Call, Value } from '../../../inbox/call.ts';
import { usedDateFormat } from '../../../mapping/convert/date-format.ts';
import type { Rule } from '../../../mapping/mapping.ts';
import { findField } from '../field-key.ts';
import { readValidator, type Validator } from '../validator.ts';
import { datesAs } from './accepted-dates.ts';

/** The date format of an account's field, and its origin in the field. */
export interface AccountDateFormat {
  readonly format: string;
  readonly from: 'validator' | 'message';
}

/** The usual formats of a day with a year of four digits. Of two equivalent formats, the first is used. */
const formats =
  'dd.MM.yyyy d.M.yyyy yyyy-MM-dd dd/MM/yyyy MM/dd/yyyy dd-MM-yyyy MM-dd-yyyy yyyyMMdd yyyy/MM/dd'.split(' ');

/**
 * Returns the format in which a field accepts every day, by its message or validator. Undefined if neither
 * shows it, if the field accepts the default format, or if it accepts days in two orders: nothing is guessed.
 */
export function accountDateFormat(
  { validatorRegexp, errorMessage }: FieldConfiguration,
  used: string,
): AccountDateFormat | undefined {
  const validator = validatorRegexp === null ? undefined : readValidator(validatorRegexp);
  if (validator && 'problem' in validator) return undefined;
  const told = formatIn(errorMessage ?? '');
  if (told !== undefined && told !== used && (!validator || takesAll(validator, told)))
    return { format: told, from: 'message' };
  if (!validator || validatorRegexp === null || told === used) return undefined;
  const taken = takenFormats(validatorRegexp, validator);
  const [first, ...others] = taken;
  if (first === undefined || taken.includes(used) || takesAll(validator, used)) return undefined;
  return others.some(each => readDifferently(first, each)) ? undefined : { format: first, from: 'validator' };
}

/** Returns all formats in which a validator accepts every day, even if their orders differ. */
export function formatsOfAccount({ validatorRegexp }: FieldConfiguration): readonly string[] {
  const validator = validatorRegexp === null ? undefined : readValidator(validatorRegexp);
  if (!validator || 'problem' in validator || validatorRegexp === null) return [];
  return takenFormats(validatorRegexp, validator);
}

/** Returns a rule with the format of the account, if it does not set one itself. */
export function withAccountFormat(rule: Rule, field: FieldConfiguration): Rule {
  const used = usedDateFormat(rule);
  const found = used === undefined ? undefined : accountDateFormat(field, used);
  return found ? { ...rule, date: { ...rule.date, format: found.format } } : rule;
}

/** Returns a day in the account's format, if its rule does not set one. Other values stay unchanged. */
export function inFormOfAccount(value: Value, field: FieldConfiguration): Value {
  const { dateFormat, elements: _, ...others } = value;
  const found = dateFormat === undefined ? undefined : accountDateFormat(field, dateFormat);
  if (!found || dateFormat === undefined) return value;
  const { format } = found;
  const written = convertDate(value.text, { parse: [dateFormat], format, zone: undefined });
  return 'value' in written ? { ...others, text: written.value, dateFormat: format } : value;
}

/** Returns a call with its days in the account's formats, so that a planned call shows them as they are sent. */
export function withDaysOfAccount(call: Call, catalog: CatalogSnapshot): Call {
  const inForm = (field: AdditionalField): AdditionalField => {
    const configuration = findField(field.key, catalog);
    if (!configuration || 'clear' in field.change) return field;
    return { ...field, change: { set: inFormOfAccount(field.change.set, configuration) } };
  };
  return { ...call, additionalFields: call.additionalFields.map(inForm) };
}

const known = new Map<string, readonly string[]>();
const mostKnown = 500;

/** Cached, since many events may need it. */
function takenFormats(pattern: string, validator: Validator): readonly string[] {
  const before = known.get(pattern);
  if (before) return before;
  const taken = formats.filter(format => takesAll(validator, format));
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, taken);
  return taken;
}

/** True if a validator accepts every day in a format. This takes no more work than one long value. */
function takesAll(validator: Validator, format: string): boolean {
  if ('problem' in validator) return false;
  let left = validator.longest / formats.length;
  let at = 0;
  for (const text of datesAs(format, { parse: [], format: undefined, zone: undefined })) {
    at += 1;
    // A small part of the days includes each month and each day of a month.
    if (at % 7 !== 1) continue;
    left -= text.length;
    if (left < 0 || !validator.accepts(text)) return false;
  }
  return true;
}

/** Matches `TT.MM.JJJJ`, `dd-mm-yyyy`, `jj/mm/aaaa`, `YYYY-MM-DD`: German, English, Dutch and French. */
const dayFirst =
  /(?<![\p{L}\d])(?:([TDJ]{1,2})([./-])(M{1,2})|(M{1,2})([./-])([TDJ]{1,2}))(?:\2|\5)(?:J{4}|Y{4}|A{4})(?![\p{L}\d])/giu;
const yearFirst = /(?<![\p{L}\d])(?:J{4}|Y{4}|A{4})([./-])(M{2})\1([TDJ]{2})(?![\p{L}\d])/giu;

/** Returns the only format in a message; undefined if there is none, or two. */
function formatIn(message: string): string | undefined {
  const text = message.slice(0, 500);
  const ends = [...text.matchAll(dayFirst)].map(([, day, sign, month, firstMonth, otherSign, lastDay]) =>
    day === undefined
      ? `${'M'.repeat(firstMonth?.length ?? 2)}${otherSign}${'d'.repeat(lastDay?.length ?? 2)}${otherSign}yyyy`
      : `${'d'.repeat(day.length)}${sign}${'M'.repeat(month?.length ?? 2)}${sign}yyyy`,
  );
  const starts = [...text.matchAll(yearFirst)].map(([, sign]) => `yyyy${sign}MM${sign}dd`);
  const found = new Set([...ends, ...starts]);
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
