import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { placedPaths } from '../expressions/placed-paths.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type NamedRule, ruleExpressions } from '../mapping/rules-of.ts';
import { findField } from './call/field-key.ts';
import type { SubjectNames } from './names/other-subject.ts';

/** A rule that only reads one value. */
export interface RuleReading extends NamedRule {
  /** The rule as it is written, without its key. */
  readonly written: string;
  readonly value: SubjectNames;
  /** Missing for a parameter. */
  readonly field?: FieldConfiguration;
}

/** Returns what a rule reads; undefined if it computes a value, or if `because` confirms it. */
export function ruleReadingOf(
  named: NamedRule,
  catalog: CatalogSnapshot | undefined,
): RuleReading | undefined {
  const { path, rule } = named;
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0 || rule.because !== undefined) return undefined;
  const all = expression.answer === undefined ? (expression.path ?? []) : [];
  const steps = all.length === 2 && all[0] === '$answers' ? all.slice(1) : all;
  const own = expression.answer ?? steps.at(-1);
  if (own === undefined || steps[0]?.startsWith('$')) return undefined;
  const key = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : undefined;
  const field = key === undefined ? undefined : catalog && findField(key, catalog);
  return {
    ...named,
    written: beginning(expression).replace(/^\w+: /, ''),
    value: { names: [own], above: steps.slice(0, -1).map(String) },
    ...(field && { field }),
  };
}

/** Returns the keys of the objects that hold the customer number or the link: `owner` for `id: owner.customer_no`. */
export function customerHolders({
  set,
  link,
}: Pick<Mapping, 'set' | 'link'>): readonly (readonly string[])[] {
  const rule = set.find(({ name }) => name === 'id')?.rule;
  const expressions = [...(rule ? ruleExpressions(rule) : []), ...(link ? [link.value] : [])];
  return expressions
    .filter(({ answer }) => answer === undefined)
    .flatMap(each => placedPaths(each).map(({ steps }) => steps.slice(0, -1)))
    .filter(steps => steps.length > 0 && !steps[0]?.startsWith('$'));
}

/** The beginning of the path of a rule for an additional field. */
export const fieldPath = 'additionalFields.';

/** Returns the names of a field in all languages, the key first. */
export function allNamesOf({ keyName, name, names = {} }: FieldConfiguration): readonly string[] {
  return [keyName, name, ...Object.values(names)];
}

/** Returns the name of a rule for people: the key of an additional field, or the parameter. */
export function ruleName(path: string): string {
  return path.startsWith(fieldPath) ? path.slice(fieldPath.length) : path;
}
