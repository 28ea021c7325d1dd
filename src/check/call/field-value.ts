import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { didYouMean } from '../../diagnostics/visible-text.ts';
import { grouped } from '../../expressions/meter.ts';
import { type Fault, fieldTitle, quoted, someOf, someQuoted } from '../fault.ts';
import { type Afford, always } from './afford.ts';
import { readValidator } from './validator.ts';

/** What to do about a value from an event that nothing is near to. */
const useTable = 'use one of the choices, or give the rule a look-up table (values)';

/** A fault of a value that stands in the mapping itself, where a look-up table is no help. */
export function ofLiteral(fault: Fault): Fault {
  return fault.hint === useTable ? { ...fault, hint: 'use one of the choices' } : fault;
}

/** What the field's type has against a value: the choices of a selection, the two values of a checkbox. */
export function choiceFault(
  field: FieldConfiguration,
  text: string,
  afford: Afford = always,
): Fault | undefined {
  if (field.type === 'checkbox') return checkboxFault(field, text);
  const choices = field.selectItems ?? [];
  if (choices.length === 0) return undefined;
  if (text.length > longestList)
    return { code: 'check/not-a-choice', message: tooLong(field, choices), hint: useTable };
  const known = choices.map(composedText);
  const wanted = composedText(text);
  const outside =
    field.type === 'checkbox_group'
      ? elementsOutside(wanted, known)
      : [wanted].filter(each => !known.includes(each));
  const [first] = outside;
  if (first === undefined) return undefined;
  const [near] = afford(choices.length) ? nearest(first, choices, 1) : [];
  return {
    code: 'check/not-a-choice',
    message: `${someQuoted(outside)} ${outside.length === 1 ? 'is' : 'are'} not among the choices of ${fieldTitle(field)}: ${someOf(choices)}`,
    hint: near === undefined ? useTable : didYouMean(near, first),
  };
}

/** A list of choices is shorter, and what is longer is taken apart only in a time that is felt. In characters. */
const longestList = 20_000;

function tooLong(field: FieldConfiguration, choices: readonly string[]): string {
  return `a text of more than 20,000 characters is not among the choices of ${fieldTitle(field)}: ${someOf(choices)}`;
}

/** A value whose choices are the account's, letter by letter: the same choice may be written in two Unicode forms. */
export function asTheAccountWrites({ type, selectItems }: FieldConfiguration, text: string): string {
  const choices = selectItems ?? [];
  if (choices.length === 0 || text.length > longestList) return text;
  const wanted = composedText(text);
  if (type !== 'checkbox_group') return choices.find(each => composedText(each) === wanted) ?? text;
  const found = choicesIn(wanted, choices.map(composedText));
  if (found === undefined) return text;
  let result = '';
  let at = 0;
  for (const { start, end, choice } of found) {
    result += wanted.slice(at, start) + choices[choice];
    at = end;
  }
  return result + wanted.slice(at);
}

/** Why a list of choices cannot be taken apart again, where this separator stands in some of them. */
export function separatorFault(
  field: FieldConfiguration,
  separator: string,
  choices: readonly string[] = field.selectItems ?? [],
): Fault | undefined {
  const sign = separator.trim();
  const holding = sign === '' ? [] : choices.filter(choice => choice.includes(sign));
  if (field.type !== 'checkbox_group' || holding.length === 0) return undefined;
  const free = [';', '|', ','].find(each => !(field.selectItems ?? []).some(choice => choice.includes(each)));
  return {
    code: 'check/separator-in-choice',
    message: `the separator ${quoted(separator)} also stands in choices of ${fieldTitle(field)}, each of which looks like two in a list: ${someQuoted(holding)}`,
    hint: free === undefined ? 'rename the choices in the account' : `write separator: "${free}"`,
  };
}

/** The same of a list that is sent. */
export function doubtfulList(field: FieldConfiguration, text: string): Fault | undefined {
  const choices = field.selectItems ?? [];
  if (field.type !== 'checkbox_group' || choices.length === 0 || text.length > longestList) return undefined;
  const found = choicesIn(composedText(text), choices.map(composedText)) ?? [];
  const [first, second] = found;
  if (!first || !second) return undefined;
  const separator = composedText(text).slice(first.end, second.start);
  return separatorFault(
    field,
    separator,
    found.map(({ choice }) => choices[choice] ?? ''),
  );
}

/** Whether the field's validator finds itself in the value. Passes where the pattern cannot be read. */
export function validatorFault(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.validatorRegexp === null) return undefined;
  const validator = readValidator(field.validatorRegexp);
  if ('problem' in validator || validator.accepts(text)) return undefined;
  if (text.length > validator.longest) {
    return {
      code: 'check/validator',
      message: `a text of ${grouped(text.length)} characters is too long for the validator of ${fieldTitle(field)}, which is applied to at most ${grouped(validator.longest)}: ${field.validatorRegexp}`,
      hint: 'send less, or set validators: warn at the destination, so that such a value is sent all the same',
    };
  }
  return {
    code: 'check/validator',
    message: `${quoted(text)} is refused by the validator of ${fieldTitle(field)}: ${field.errorMessage ?? field.validatorRegexp}`,
    hint: field.errorMessage === null ? undefined : `the validator is ${field.validatorRegexp}`,
  };
}

/** Why the field's validator is not applied, if it is not. */
export function unreadableValidator(field: FieldConfiguration): Fault | undefined {
  if (field.validatorRegexp === null) return undefined;
  const validator = readValidator(field.validatorRegexp);
  if (!('problem' in validator)) return undefined;
  return {
    code: 'check/unreadable-validator',
    message: `the validator of ${fieldTitle(field)} is not applied, since ${validator.problem}: ${field.validatorRegexp}`,
  };
}

/** A field that must have a value, and would lose it. */
export function clearFault(field: FieldConfiguration): Fault | undefined {
  if (!field.valueRequired) return undefined;
  return {
    code: 'check/required-field',
    message: `${fieldTitle(field)} must have a value, and would be cleared`,
    hint: 'remove clear from the rule of this field',
  };
}

function checkboxFault(field: FieldConfiguration, text: string): Fault | undefined {
  if (text === 'true' || text === 'false') return undefined;
  return {
    code: 'check/not-a-choice',
    message: `${quoted(text)} is not true or false, which ${fieldTitle(field)} takes`,
    hint: 'say as: boolean in the rule of this field',
  };
}

/**
 * The elements of a joined list that are no choices. How the list was joined is not known here, and a choice may
 * hold a separator itself: so the text passes where it is choices with separators between them, and otherwise is
 * taken apart at every separator.
 */
function elementsOutside(text: string, choices: readonly string[]): readonly string[] {
  if (choicesIn(text, choices)) return [];
  const known = new Set(choices);
  return text
    .split(/[,;|\n]/)
    .map(element => element.trim())
    .filter(element => element !== '' && !known.has(element));
}

/** One choice of a list: where it stands in the text, and which of the choices it is. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly choice: number;
  /** The one before it. */
  readonly before: Found | undefined;
}

/** The choices that a text is a list of; undefined where it is none. */
function choicesIn(text: string, choices: readonly string[]): readonly Found[] | undefined {
  const seen = new Set<number>();
  // By their first letter: a long list of many choices would take a time that is felt.
  const byFirst = Map.groupBy(choices.entries(), ([, words]) => words[0]);
  const open: { from: number; last: Found | undefined }[] = [{ from: 0, last: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const start = endOf(/[\s,;|]*/y, text, next.from) ?? next.from;
    if (start === text.length) return upTo(next.last);
    if (seen.has(start)) continue;
    seen.add(start);
    for (const [choice, words] of byFirst.get(text[start]) ?? []) {
      const end = start + words.length;
      const isWhole = text.startsWith(words, start);
      if (!isWhole || endOf(/\s*([,;|\n]|$)/y, text, end) === undefined) continue;
      open.push({ from: end, last: { start, end, choice, before: next.last } });
    }
  }
  return undefined;
}

function upTo(last: Found | undefined): readonly Found[] {
  const found: Found[] = [];
  for (let each = last; each; each = each.before) found.push(each);
  return found.reverse();
}

/** Where a match of a sticky pattern that begins at `from` ends. */
function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
