import type { FieldConfiguration } from '../booking/catalog/field.ts';
import { readDifferently } from '../expressions/convert/guess-patterns.ts';
import { defaultDateFormat } from '../expressions/convert/read-date.ts';
import { convert } from '../mapping/convert/convert.ts';
import type { Rule } from '../mapping/mapping.ts';
import { tableOfAnswers } from './call/choices/table-of-answers.ts';
import { acceptedDateFormat, datesAs } from './call/days/accepted-dates.ts';
import { formatsOfAccount } from './call/days/account-dates.ts';
import { validatorFault } from './call/validator-fault.ts';
import { type Fault, fieldTitle, someOf } from './fault.ts';

/**
 * Returns the fault if a field refuses every result of a rule's conversion, for any event: a date format that
 * its validator refuses, or yes and no for other choices. Undefined if some value may pass.
 */
export function conversionFault(rule: Rule, field: FieldConfiguration): Fault | undefined {
  // Literals of the rule are checked separately.
  if (rule.lookup || rule.base.kind === 'literal') return undefined;
  return neverChosen(rule, field) ?? alwaysRefused(rule, field);
}

function neverChosen(rule: Rule, field: FieldConfiguration): Fault | undefined {
  const written = words(rule);
  const isBox = field.type === 'checkbox';
  const choices = isBox ? ['true', 'false'] : (field.selectItems ?? []);
  if (written === undefined || choices.length === 0) return undefined;
  if (choices.some(choice => isWritten(choice, rule))) return undefined;
  const table = rule.as === 'boolean' ? tableOfAnswers(choices) : undefined;
  const hint = isBox
    ? 'say as: boolean in the rule of this field'
    : table === undefined
      ? 'remove as, or give the rule a look-up table (values) whose results are choices'
      : `if the sender writes true and false, write ${table} in place of as: boolean`;
  return {
    code: 'check/not-a-choice',
    message: `as: ${rule.as} gives ${written}, which ${isBox ? `${fieldTitle(field)}, true or false, never takes` : `is never among the choices of ${fieldTitle(field)}: ${someOf(choices)}`}`,
    hint,
  };
}

/** Describes the results of a conversion in words; undefined if it leaves texts unchanged. */
function words({ as, date }: Rule): string | undefined {
  switch (as) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return 'a number';
    case 'date':
      return `a date written as ${date.format ?? defaultDateFormat}`;
    case 'phone':
      return 'a phone number such as "+4930123456"';
    default:
      return undefined;
  }
}

/** True if a conversion can write exactly this text. */
function isWritten(text: string, rule: Rule): boolean {
  const parse = [rule.date.format ?? defaultDateFormat];
  const converted = convert(text, { ...rule, date: { ...rule.date, parse } });
  return 'value' in converted && converted.value === text;
}

function alwaysRefused(rule: Rule, field: FieldConfiguration): Fault | undefined {
  if (field.validatorRegexp === null) return undefined;
  let first: Fault | undefined;
  for (const text of textsOf(rule)) {
    const fault = validatorFault(field, text);
    if (!fault) return undefined;
    first ??= fault;
  }
  const meant = rule.as === 'date' ? meantFormats(field, rule) : undefined;
  return (
    first && {
      ...first,
      message: `as: ${rule.as} gives ${words(rule)}, which the validator of ${fieldTitle(field)} always refuses: ${field.errorMessage ?? field.validatorRegexp}`,
      hint: meant ?? first.hint,
    }
  );
}

/** Returns the format that the account accepts; both formats, if a day can be read in two ways. */
function meantFormats(field: FieldConfiguration, { date }: Rule): string | undefined {
  const [first, ...others] = formatsOfAccount(field);
  const other = others.find(each => first !== undefined && readDifferently(first, each));
  if (other !== undefined)
    return `the validator takes day and month in both orders: write format: ${first} or format: ${other}, as the account means it`;
  const format = acceptedDateFormat(field, date);
  return format === undefined ? undefined : `did you mean format: ${format}?`;
}

/** Returns all results of a conversion, or samples of them: a pattern that refuses all samples refuses every result. */
function textsOf(rule: Rule): Iterable<string> {
  if (rule.as === 'boolean') return ['true', 'false'];
  if (rule.as === 'phone') return phones;
  return rule.as === 'date' ? datesAs(rule.date.format, rule.date) : [];
}

/** Phone numbers of every valid length, with their countries. */
const phones: readonly string[] = [
  '49',
  '43',
  '41',
  '1',
  '31',
  '33',
  '44',
  '39',
  '34',
  '48',
  '420',
  '290',
].flatMap(country =>
  Array.from({ length: 10 }, (_, index) => `+${country}${'2123456789012'.slice(0, 3 + index)}`),
);
