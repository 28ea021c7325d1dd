import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { lookupKey } from '../../mapping/evaluate/look-up.ts';
import type { StarterRule } from './starter-rule.ts';

/**
 * Returns a rule in the form for the file. Its table ignores case, unless two of its answers differ only in
 * case. The separator of several choices occurs in none of them, so that the account can split them again.
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

function inAnyCase(
  values: Readonly<Record<string, string | null>>,
): Pick<StarterRule, 'values' | 'ignoreCase'> {
  const groups = [
    ...Map.groupBy(Object.entries(values), ([answer]) => lookupKey(answer, { ignoreCase: true })).values(),
  ];
  const isSame = groups.every(lines => new Set(lines.map(([, choice]) => choice)).size === 1);
  if (!isSame) return { values };
  return {
    values: Object.fromEntries(groups.flatMap(([first]) => (first ? [first] : []))),
    ignoreCase: true,
  };
}
