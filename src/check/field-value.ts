import type { FieldConfiguration } from '../booking/field.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { type Afford, always } from './afford.ts';
import { type Fault, fieldTitle, quoted, someOf } from './fault.ts';
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
  const outside =
    field.type === 'checkbox_group'
      ? elementsOutside(text, choices)
      : [text].filter(each => !choices.includes(each));
  const [first] = outside;
  if (first === undefined) return undefined;
  const [near] = afford(choices.length) ? nearest(first, choices, 1) : [];
  return {
    code: 'check/not-a-choice',
    message: `${outside.map(quoted).join(', ')} ${outside.length === 1 ? 'is' : 'are'} not among the choices of ${fieldTitle(field)}: ${someOf(choices)}`,
    hint: near === undefined ? useTable : `did you mean ${quoted(near)}?`,
  };
}

/** Whether the field's validator finds itself in the value. Passes where the pattern cannot be read. */
export function validatorFault(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.validatorRegexp === null) return undefined;
  const validator = readValidator(field.validatorRegexp);
  if ('problem' in validator || validator.accepts(text)) return undefined;
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
  if (isListOf(text, choices)) return [];
  return text
    .split(/[,;|\n]/)
    .map(element => element.trim())
    .filter(element => element !== '' && !choices.includes(element));
}

function isListOf(text: string, choices: readonly string[]): boolean {
  const seen = new Set<number>();
  const open = [0];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const start = endOf(/[\s,;|]*/y, text, from) ?? from;
    if (start === text.length) return true;
    if (seen.has(start)) continue;
    seen.add(start);
    for (const choice of choices) {
      const end = start + choice.length;
      const isWhole = choice !== '' && text.startsWith(choice, start);
      if (isWhole && endOf(/\s*([,;|\n]|$)/y, text, end) !== undefined) open.push(end);
    }
  }
  return false;
}

/** Where a match of a sticky pattern that begins at `from` ends. */
function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
