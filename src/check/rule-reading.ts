import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import type { Expression } from '../expressions/expression.ts';
import { placedPaths } from '../expressions/paths/placed-paths.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type NamedRule, ruleExpressions } from '../mapping/rules-of.ts';
import { findField } from './call/field-key.ts';
import type { SubjectNames } from './names/other-subject.ts';
import { type OneValue, oneValueOf, pathOfValue } from './one-value.ts';

/** A rule that only reads one value. */
export interface RuleReading extends NamedRule {
  /** The rule as it is written, without its key; the value alone if an expression or a template reads it. */
  readonly written: string;
  readonly one: OneValue;
  readonly value: SubjectNames;
  /** Missing for a parameter. */
  readonly field?: FieldConfiguration;
}

/** Returns what a rule reads; undefined if it computes a value, or if `because` confirms it. */
export function ruleReadingOf(
  named: NamedRule,
  catalog: CatalogSnapshot | undefined,
): RuleReading | undefined {
  return ruleExpressions(named.rule).every(isPlain) ? valueReadingOf(named, catalog) : undefined;
}

/** Returns the same, also for a rule that reads a value inside of an expression or a template, as `oneValueOf` finds it. */
export function valueReadingOf(
  named: NamedRule,
  catalog: CatalogSnapshot | undefined,
): RuleReading | undefined {
  const { path, rule } = named;
  const [expression] = ruleExpressions(rule);
  const one = rule.because === undefined ? oneValueOf(rule) : undefined;
  if (!expression || !one) return undefined;
  const steps = one.asked === undefined ? withName(one.steps) : [one.asked];
  const own = steps.at(-1);
  if (own === undefined || (one.asked === undefined && steps[0]?.startsWith('$'))) return undefined;
  const key = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : undefined;
  const field = key === undefined ? undefined : catalog && findField(key, catalog);
  return {
    ...named,
    written: isPlain(expression) ? beginning(expression).replace(/^\w+: /, '') : pathOfValue(one),
    one,
    value: { names: [own, ...textsInBrackets(expression)], above: steps.slice(0, -1).map(String) },
    ...(field && { field }),
  };
}

/** Returns steps without the last one if it only says that a value stands there: `properties.lessons` of HubSpot's `properties.lessons.value`. */
function withName(steps: readonly string[]): readonly string[] {
  const [above = '', own = ''] = steps.slice(-2);
  return onlyValue.test(own) && /\p{L}{2}|[\da-f]{8}/u.test(above) && steps.length > 1
    ? steps.slice(0, -1)
    : steps;
}

const onlyValue = /^(?:value|text|raw_?value|newValue)$/;

/** Returns the texts that choose an entry, and often name its value: `guardian_phone` of `meta_data[key="guardian_phone"].value`. */
function textsInBrackets({ answer, source }: Expression): readonly string[] {
  if (answer !== undefined || !source.includes('[')) return [];
  return [...source.matchAll(/=\s*(?:"([^"\\]{1,80})"|'([^'\\]{1,80})')\s*\]/g)].flatMap(
    ([, one, other]) => one ?? other ?? [],
  );
}

function isPlain({ answer, path }: Expression): boolean {
  return answer !== undefined || path !== null;
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
