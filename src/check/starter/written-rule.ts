import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { lookupKey } from '../../mapping/evaluate/look-up.ts';
import type { StarterRule } from './starter-rule.ts';

/**
 * A rule as the file has it. Its table knows upper and lower case alike, unless that is all by which two of its answers
 * differ; and what joins several choices stands in none of them, so that the account can take them apart again.
 */
export function writtenRule(
  rule: StarterRule,
  { type, selectItems }: Pick<FieldConfiguration, 'type' | 'selectItems'>,
): StarterRule {
  const table = rule.values === undefined ? {} : inAnyCase(rule.values);
  const choices = type === 'checkbox_group' ? (selectItems ?? []) : [];
  const separator = [',', ';', '|'].find(sign => !choices.some(choice => choice.includes(sign)));
  const isJoined = separator !== undefined && separator !== ',';
  return { ...rule, ...table, ...(isJoined && { as: 'list', separator }) };
}

function inAnyCase(values: Readonly<Record<string, string>>): Pick<StarterRule, 'values' | 'ignoreCase'> {
  const groups = [...Map.groupBy(Object.entries(values), ([answer]) => lookupKey(answer, true)).values()];
  const isSame = groups.every(lines => new Set(lines.map(([, choice]) => choice)).size === 1);
  if (!isSame) return { values };
  return {
    values: Object.fromEntries(groups.flatMap(([first]) => (first ? [first] : []))),
    ignoreCase: true,
  };
}
