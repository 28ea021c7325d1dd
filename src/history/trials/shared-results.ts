import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { findField } from '../../check/call/field-key.ts';
import { isOwn, type Trial } from '../../check/data/trial.ts';
import { lettersOf } from '../../check/names/choice-words.ts';
import { ruleName } from '../../check/rule-reading.ts';
import type { TestingParts } from '../../deliver/planning/test-mapping.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { originsIn, type UnexpectedValue } from './unexpected-values.ts';

/** A line of a look-up table, and the name of what the rule reads. */
interface SharedResult {
  readonly part: string;
  readonly what: string;
  readonly key: string;
  readonly result: string;
}

/**
 * Returns the lines of look-up tables that no test of the mapping reads, and that give a choice which another line gives too,
 * while the account has a choice that no line gives, as after a copied line: `{Brandt: Ms Brandt, Novak: Ms Brandt}` beside
 * the choice "Mr Novak". Both may be right, so a person compares them. `because` confirms a rule.
 */
export async function sharedResults(
  mapping: Mapping,
  trials: readonly Trial[],
  parts: TestingParts,
): Promise<readonly UnexpectedValue[]> {
  const { destination, name, tests } = mapping;
  const catalog = 'name' in destination ? parts.destination(destination.name)?.catalog : undefined;
  const lines = catalog ? namedRules(mapping).flatMap(named => linesOf(named, catalog)) : [];
  if (lines.length === 0) return [];
  const tabled = tests.flatMap(({ instead }) =>
    instead?.kind === 'cases' ? instead.rules.map(({ rule }) => rule) : [],
  );
  const read = new Set<string>();
  for (const trial of trials.filter(each => isOwn(each, mapping)).slice(0, mostTried))
    for (const { part, reads } of (await originsIn(mapping, trial, parts)) ?? [])
      for (const { value } of reads) read.add(`${part} ${lettersOf(value)}`);
  return lines
    .filter(({ part, key }) => !read.has(`${part} ${lettersOf(key)}`) && !tabled.includes(ruleName(part)))
    .map(({ part, what, key, result }) => ({
      mapping: name,
      part,
      reads: [{ what, value: JSON.stringify(key) }],
      text: result,
      isLine: true,
    }));
}

/** The number of samples that are tried. */
const mostTried = 50;

function linesOf({ path, rule }: NamedRule, catalog: CatalogSnapshot): readonly SharedResult[] {
  const [expression, ...others] = ruleExpressions(rule);
  const choices = choicesOf(path, catalog);
  if (!expression || others.length > 0 || !rule.lookup || rule.because !== undefined) return [];
  const lines = [...rule.lookup.entries].flatMap(([key, { value }]) =>
    typeof value === 'string' && choices.includes(value) ? [{ key, result: value }] : [],
  );
  const own = lines.filter(({ key, result }) => lettersOf(key) !== lettersOf(result));
  const given = (some: typeof lines) => new Set(some.map(({ result }) => result));
  const [inAny, inOwn] = [given(lines), given(own)];
  const isLacking = choices.some(choice => !inAny.has(choice));
  const isOnlyItself = choices.some(choice => !inOwn.has(choice));
  return [...Map.groupBy(lines, ({ result }) => result).values()].flatMap(same => {
    const renamed = same.filter(line => own.includes(line));
    const keys = new Set(renamed.map(({ key }) => lettersOf(key)));
    const isShared = keys.size > 1 ? isOnlyItself : keys.size > 0 && same.length > 1 && isLacking;
    const what = beginning(expression).replace(/^\w+: /, '');
    return isShared ? renamed.map(line => ({ part: path, what, ...line })) : [];
  });
}

function choicesOf(path: string, catalog: CatalogSnapshot): readonly string[] {
  if (path === 'customerStatus') return catalog.statuses.map(({ name }) => name);
  return findField(ruleName(path), catalog)?.selectItems ?? [];
}
