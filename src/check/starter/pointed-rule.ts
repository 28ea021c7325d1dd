import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { forgivingChoices } from '../../booking/catalog/meant-choice.ts';
import { choiceEvidence } from './choice-evidence.ts';
import { isScalar, type PayloadPath } from './payload-path.ts';
import type { StarterRule } from './starter-rule.ts';
import { byAnswer, type NamedField } from './suggest-fields.ts';
import { valueEvidence } from './value-evidence.ts';
import { writtenRule } from './written-rule.ts';

/**
 * The rule by which a value of the payload fills a field, as `init` would write it: a date is converted, a choice is found
 * however it is written, and a table names the others. Without a field, or where the value is not made for it, the rule is
 * only where the value comes from.
 */
export function pointedRule(path: PayloadPath, field: NamedField | undefined): StarterRule {
  const plain = { from: path.expression };
  if (!field) return byAnswer(plain, path);
  const found = valueEvidence(path, field.field, field.choices);
  return writtenRule(byAnswer(found?.rule ?? plain, path), field.field);
}

/**
 * The rule by which a value of the payload names the customer status: as it is, found however it is written, or by a table
 * in which a person says which of these statuses is meant.
 */
export function statusRule(path: PayloadPath, statuses: readonly string[]): StarterRule {
  const choices = statuses.map(value => ({ value, names: [] }));
  const forgiving = forgivingChoices(statuses, []);
  const found = statuses.length > 0 ? choiceEvidence(path, choices, { takes: 'one', forgiving }) : undefined;
  const rule = byAnswer(found?.rule ?? { from: path.expression }, path);
  return writtenRule(rule, { type: 'selection', selectItems: statuses });
}

/** The condition that a value is as it is in this event; for a list, that its first element is in it. */
export function conditionRule({ expression, value }: PayloadPath): StarterRule | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  if (!isScalar(first) || first === '') return undefined;
  const text = JSON.stringify(first);
  return { from: Array.isArray(value) ? `${text} in ${expression}` : `${expression} = ${text}` };
}

/** A field with all that it and its choices are called, as far as the catalog knows. */
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
