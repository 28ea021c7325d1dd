import type { FieldConfiguration } from '../booking/catalog/field.ts';
import { convert } from '../mapping/convert/convert.ts';
import { defaultDateFormat } from '../mapping/convert/convert-date.ts';
import type { Rule } from '../mapping/mapping.ts';
import { acceptedDateFormat, datesAs } from './call/accepted-dates.ts';
import { validatorFault } from './call/field-value.ts';
import { type Fault, fieldTitle, someOf } from './fault.ts';

/**
 * What a field has against everything that the conversion of a rule can write, whatever the event holds: a date format
 * that its validator refuses, yes and no where its choices are others. Undefined where some value may pass.
 */
export function conversionFault(rule: Rule, field: FieldConfiguration): Fault | undefined {
  // What stands in the rule itself is looked at by itself.
  if (rule.lookup || rule.base.kind === 'literal') return undefined;
  return neverChosen(rule, field) ?? alwaysRefused(rule, field);
}

function neverChosen(rule: Rule, field: FieldConfiguration): Fault | undefined {
  const written = words(rule);
  const isBox = field.type === 'checkbox';
  const choices = isBox ? ['true', 'false'] : (field.selectItems ?? []);
  if (written === undefined || choices.length === 0) return undefined;
  if (choices.some(choice => isWritten(choice, rule))) return undefined;
  const hint = isBox
    ? 'say as: boolean in the rule of this field'
    : 'remove as, or give the rule a look-up table (values) whose results are choices';
  return {
    code: 'check/not-a-choice',
    message: `as: ${rule.as} gives ${written}, which ${isBox ? `${fieldTitle(field)}, true or false, never takes` : `is never among the choices of ${fieldTitle(field)}: ${someOf(choices)}`}`,
    hint,
  };
}

/** What a conversion writes, in words; undefined where it leaves texts as they are. */
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

/** Whether a conversion can write this very text. */
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
  const meant = rule.as === 'date' ? acceptedDateFormat(field, rule.date) : undefined;
  return (
    first && {
      ...first,
      message: `as: ${rule.as} gives ${words(rule)}, which the validator of ${fieldTitle(field)} always refuses: ${field.errorMessage ?? field.validatorRegexp}`,
      hint: meant === undefined ? first.hint : `did you mean format: ${meant}?`,
    }
  );
}

/** Everything that a conversion can write, or enough of it that a pattern which refuses all of it refuses the rest. */
function textsOf(rule: Rule): Iterable<string> {
  if (rule.as === 'boolean') return ['true', 'false'];
  if (rule.as === 'phone') return phones;
  return rule.as === 'date' ? datesAs(rule.date.format, rule.date) : [];
}

/** Of countries with numbers of every length that there is. */
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
