import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { forgivingChoices } from '../../booking/catalog/meant-choice.ts';
import { choiceEvidence } from './choice-evidence.ts';
import { isScalar, type PayloadPath } from './payload-path.ts';
import type { StarterRule } from './starter-rule.ts';
import { byAnswer, type NamedField } from './suggest-fields.ts';
import { valueEvidence } from './value-evidence.ts';
import { writtenRule } from './written-rule.ts';

/**
 * Returns the rule that fills a field with a value of the payload, as `init` would write it: dates are
 * converted, and choices are found in any spelling or by a table. Without a field, or if the value does not
 * fit, the rule only reads the value.
 */
export function pointedRule(path: PayloadPath, field: NamedField | undefined): StarterRule {
  const plain = { from: path.expression };
  if (!field) return byAnswer(plain, path);
  const found = valueEvidence(path, field.field, field.choices);
  return writtenRule(byAnswer(found?.rule ?? plain, path), field.field);
}

/** The name of a customer status. It is confirmed if the account has reported it. */
export interface StatusName {
  readonly name: string;
  readonly isConfirmed: boolean;
}

/**
 * Returns the rule that reads the customer status from a value of the payload: unchanged, in any spelling, or
 * by a table in which a person chooses among these statuses. A status that is not confirmed is never guessed.
 */
export function statusRule(path: PayloadPath, known: readonly StatusName[]): StarterRule {
  const choices = known.map(({ name, isConfirmed }) => ({
    value: name,
    names: [],
    isUnconfirmed: !isConfirmed,
  }));
  const statuses = known.map(({ name }) => name);
  const forgiving = forgivingChoices(statuses, []);
  const found = statuses.length > 0 ? choiceEvidence(path, choices, { takes: 'one', forgiving }) : undefined;
  const rule = byAnswer(found?.rule ?? { from: path.expression }, path);
  return writtenRule(rule, { type: 'selection', selectItems: statuses });
}

/** Returns the condition that a value is the one in this event, or that a list has the same first element. */
export function conditionRule({ expression, value }: PayloadPath): StarterRule | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  if (!isScalar(first) || first === '') return undefined;
  const text = JSON.stringify(first);
  return { from: Array.isArray(value) ? `${text} in ${expression}` : `${expression} = ${text}` };
}

/** Returns a field with all known names of it and its choices. */
export function fieldWithNames(field: FieldConfiguration): NamedField {
  const { keyName, name, names = {}, selectItems, choiceNames = {} } = field;
  const lists = Object.values(choiceNames);
  return {
    field,
    names: [...new Set([keyName, name, ...Object.values(names)])],
    choices: (selectItems ?? []).map((value, index) => ({
      value,
      names: [...new Set(lists.flatMap(list => list[index] ?? []))].filter(each => each !== value),
    })),
  };
}
