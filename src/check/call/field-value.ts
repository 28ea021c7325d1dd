import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { Forgiven } from '../../booking/catalog/meant-choice.ts';
import { openChoice } from '../../booking/catalog/open-choice.ts';
import { nearestValue, valuesAlike } from '../../diagnostics/nearest-value.ts';
import { commasBeside, separatorsBetween, splittingAt } from '../../diagnostics/separated-values.ts';
import { didYouMean } from '../../diagnostics/visible-text.ts';
import type { Value } from '../../inbox/call.ts';
import { convertBoolean } from '../../mapping/convert/convert-boolean.ts';
import { alikeWords } from '../../mapping/evaluate/table-hint.ts';
import { type Fault, fieldTitle, quoted, someOf, someQuoted } from '../fault.ts';
import { type ChosenValue, choiceOf, chosenParts } from './choices/choices.ts';
import { type ForgivenText, type ForgivingParts, forgivingParts } from './choices/forgiving-parts.ts';
import { tableOfAnswers } from './choices/table-of-answers.ts';
import { wholeTable } from './choices/whole-table.ts';
import { always, type SuggestionBudget } from './suggestion-budget.ts';

/** Advice for a value without a similar choice. A look-up table is no help for a literal. */
const useAnotherValue = {
  hint: 'use one of the choices, or give the rule a look-up table (values)',
  hintForLiteral: 'use one of the choices',
};

/** Returns the fault of a value as that of a literal of the mapping. */
export function ofLiteral(fault: Fault): Fault {
  return { ...fault, hint: fault.hintForLiteral ?? fault.hint };
}

/** Returns the fault of a value by the field's type: the choices of a selection, the two values of a checkbox. */
export function choiceFault(
  field: FieldConfiguration,
  value: ChosenValue & Partial<Pick<Value, 'origin'>>,
  budget: SuggestionBudget = always,
): Fault | undefined {
  if (field.type === 'checkbox') return checkboxFault(field, value);
  const choices = field.selectItems ?? [];
  if (choices.length === 0) return undefined;
  if (value.text.length > longestList)
    return { code: 'check/not-a-choice', message: tooLong(field, choices), ...useAnotherValue };
  const read = readChoices(field, value, choices);
  if ('between' in read) return severalFault(read, fieldTitle(field));
  const outside = 'outside' in read ? read.outside : [];
  const [first] = outside;
  if (first === undefined) return undefined;
  return {
    code: 'check/not-a-choice',
    message: `${someQuoted(outside)} ${outside.length === 1 ? 'is' : 'are'} not among the choices of ${fieldTitle(field)}: ${someOf(choices)}`,
    ...adviceFor(first, { field, value, choices, isWithin: budget(choices.length) }),
  };
}

/** Returns the advice for a text that is no choice. If it fits several choices, none of them is guessed. */
function adviceFor(
  first: string,
  {
    field,
    value,
    choices,
    isWithin,
  }: {
    readonly field: FieldConfiguration;
    readonly value: ChosenValue & Partial<Pick<Value, 'origin'>>;
    readonly choices: readonly string[];
    readonly isWithin: boolean;
  },
): Pick<Fault, 'hint' | 'meant' | 'hintForLiteral'> {
  const isList = value.origin === 'data' && field.type === 'checkbox_group';
  const split = isList ? splitHint(first, value, choices) : undefined;
  if (split !== undefined) return { hint: split };
  const alike = isWithin ? valuesAlike(first, choices) : [];
  if (alike.length > 0)
    return { hint: alikeWords(first, alike), hintForLiteral: `write one of them: ${someQuoted(alike)}` };
  const [near] = isWithin ? nearestValue(first, choices) : [];
  return near === undefined ? otherValue(field, value, first) : meantChoice(field, value, { near, first });
}

/** Advice for an answer that is like no choice: a table with an entry for each choice, because it refuses all others. */
function otherValue(
  field: FieldConfiguration,
  value: ChosenValue & Partial<Pick<Value, 'origin'>>,
  text: string,
): Pick<Fault, 'hint' | 'hintForLiteral'> {
  const isAnswer = value.origin === 'data' && (text === 'true' || text === 'false');
  const answers = isAnswer && !value.elements ? tableOfAnswers(field.selectItems ?? []) : undefined;
  if (answers !== undefined)
    return {
      ...useAnotherValue,
      hint: `if the sender writes true and false, add ${answers} to the rule, in place of as: boolean if it has that`,
    };
  const table = value.origin === 'data' ? wholeTable(field, value, { text, choice: openChoice }) : undefined;
  if (table === undefined) return useAnotherValue;
  const hint = `if the sender writes it so, ${table}. In place of ${openChoice}, write one of the choices, or null (without quotes) to send nothing`;
  return { ...useAnotherValue, hint };
}

/**
 * Advice for a value with a similar choice. The sender will not change its values, so the rule must find the
 * choice: by `as: choices` if that ignores the difference, else by a table.
 */
function meantChoice(
  field: FieldConfiguration,
  value: ChosenValue & Partial<Pick<Value, 'origin'>>,
  { near, first }: { readonly near: string; readonly first: string },
): Pick<Fault, 'hint' | 'meant' | 'hintForLiteral'> {
  const asked = didYouMean(near, first);
  const about = { meant: near, hintForLiteral: asked };
  if (value.origin !== 'data') return { ...about, hint: asked };
  const choice = field.type === 'checkbox_group' ? 'choices' : 'choice';
  const found = value.choice === undefined ? forgivingParts({ ...value, choice }, field) : undefined;
  if (found && 'chosen' in found)
    return { ...about, hint: `${asked} Write as: ${choice} in the rule, which finds it` };
  const table = wholeTable(field, value, { text: first, choice: near });
  return { ...about, hint: table === undefined ? asked : `${asked} If the sender writes it so, ${table}` };
}

/**
 * Returns the advice to split a text that consists of choices. The rule may split already, so the new expression splits
 * at its commas too. Undefined for any other text.
 */
function splitHint(text: string, { elements }: ChosenValue, choices: readonly string[]): string | undefined {
  const signs = separatorsBetween(text, choices, part => choiceOf(part, choices) !== undefined);
  if (!signs) return undefined;
  const [sign = ''] = signs;
  const what =
    signs.length > 1
      ? `${signs.map(each => quoted(each.trim() || each)).join(' and ')} stand between choices`
      : `${quoted(sign.trim() || sign)} stands between choices`;
  const isWhole = elements === undefined && signs.length === 1;
  const from = isWhole
    ? `$split(PATH, ${splittingAt(signs)})`
    : `'$map(PATH.$split($, ${splittingAt([...new Set([...commasBeside(choices), ...signs])])}), $trim)'`;
  return `${what}: write from: ${from}, with the path of this rule for PATH`;
}

/** Returns the choices of a value: in any spelling, if the rule has `as: choice` or `as: choices`. */
function readChoices(
  field: FieldConfiguration,
  value: ChosenValue,
  choices: readonly string[],
): ForgivingParts {
  if (value.choice !== undefined) return forgivingParts(value, field);
  if (field.type !== 'checkbox_group') {
    const choice = choiceOf(value.untrimmed ?? value.text, choices);
    return choice === undefined ? { outside: [value.text] } : { chosen: [choice], forgiven: [] };
  }
  const parts = chosenParts(value, choices);
  return 'outside' in parts ? parts : { ...parts, forgiven: [] };
}

/** Returns the fault of a text that matches several names of the account. */
export function severalFault(
  { text, between }: { readonly text: string; readonly between: readonly string[] },
  title: string,
): Fault {
  return {
    code: 'check/several-choices',
    message: `${quoted(text)} may be any of ${between.length} choices of ${title}: ${someQuoted(between)}`,
    hint: 'have the sender send one of them exactly so, or give the rule a look-up table (values)',
  };
}

const differenceWords: Readonly<Record<Forgiven, string>> = {
  blanks: 'blanks',
  case: 'upper and lower case',
  form: 'the Unicode form',
  language: 'the display language',
};

/** Returns the note about a text whose spelling differs from the account's choice. */
export function forgivenNote({ text, choices, forgiven }: ForgivenText, title: string): Fault {
  const words = forgiven.map(each => differenceWords[each]).join(' and ');
  return {
    code: 'check/forgiven-choice',
    message: `${quoted(text)} is sent as ${someQuoted(choices)}, as ${title} has it; the difference in ${words} does not count`,
  };
}

/** The maximum length of a list of choices in characters. Splitting a longer text would take too long. */
const longestList = 20_000;

function tooLong(field: FieldConfiguration, choices: readonly string[]): string {
  return `a text of more than 20,000 characters is not among the choices of ${fieldTitle(field)}: ${someOf(choices)}`;
}

/**
 * Returns the text to send for a value: its choices in exactly the account's spelling, each once, joined by
 * the separator of the rule. A value that is not choices stays unchanged.
 */
export function inAccountSpelling(field: FieldConfiguration, value: ChosenValue): string {
  const choices = field.selectItems ?? [];
  if (choices.length === 0 || value.text.length > longestList) return value.text;
  const read = readChoices(field, value, choices);
  return 'chosen' in read ? read.chosen.join(value.separator ?? ',') : value.text;
}

/** Returns the reason why a list of choices cannot be split again, if the separator occurs in a choice. */
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
    hint: free === undefined ? 'rename the choices in the account' : separatorHint(separator, free),
  };
}

/** Only a rule with `as: list` may have a separator; the default is a comma. */
function separatorHint(separator: string, free: string): string {
  return separator === ','
    ? `write as: list and separator: "${free}" in the rule`
    : `write separator: "${free}" in place of separator: "${separator}"`;
}

/**
 * Returns the doubts about the choices of a value: how it was split, whether the account can split it again,
 * and which differences were ignored.
 */
export function doubtfulChoices(field: FieldConfiguration, value: ChosenValue): readonly Fault[] {
  const choices = field.selectItems ?? [];
  if (choices.length === 0 || value.text.length > longestList) return [];
  const parts = readChoices(field, value, choices);
  if (!('chosen' in parts)) return [];
  const { chosen, ambiguous, forgiven } = parts;
  const joined = chosen.length > 1 ? separatorFault(field, value.separator ?? ',', chosen) : undefined;
  return [
    ...forgiven.map(each => forgivenNote(each, fieldTitle(field))),
    ...(joined ? [joined] : []),
    ...(ambiguous === undefined ? [] : [ambiguousFault(field, ambiguous, chosen)]),
  ];
}

function ambiguousFault(field: FieldConfiguration, text: string, chosen: readonly string[]): Fault {
  return {
    code: 'check/ambiguous-choices',
    message: `${quoted(text)} can be read as several sets of choices of ${fieldTitle(field)}; it is read as ${someQuoted(chosen)}`,
    hint: 'have the sender send a list, or put another sign between the choices than stands in them',
  };
}

/** Returns the fault of clearing a field that must have a value. */
export function clearFault(field: FieldConfiguration): Fault | undefined {
  if (!field.valueRequired) return undefined;
  return {
    code: 'check/required-field',
    message: `${fieldTitle(field)} must have a value, and would be cleared`,
    hint: 'remove clear from the rule of this field',
  };
}

function checkboxFault(
  field: FieldConfiguration,
  { text, origin }: Pick<ChosenValue, 'text'> & Partial<Pick<Value, 'origin'>>,
): Fault | undefined {
  if (text === 'true' || text === 'false') return undefined;
  const read = convertBoolean(text);
  const message = `${quoted(text)} is not true or false, which ${fieldTitle(field)} takes`;
  const code = 'check/not-a-choice';
  if (!('value' in read))
    return {
      code,
      message,
      hint: 'give the rule a look-up table (values) with true or false for each answer',
    };
  // as: boolean converts neither a default nor a text of the mapping that has it already.
  const hintForLiteral = `write ${read.value} in place of ${quoted(text)} in the mapping`;
  const hint = origin === 'mapping' ? hintForLiteral : 'say as: boolean in the rule of this field';
  return { code, message, hint, hintForLiteral };
}
