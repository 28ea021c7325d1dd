import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../../mapping/rules-of.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { otherSubject } from '../../names/other-subject.ts';
import { tryOn, type Wanted } from '../trial.ts';

/**
 * Warns about a rule that reads one person while the name of the customer comes from another one, who has the same value
 * beside the name: `birthdate: kunde.geburtstag` with `firstName: "kind.vorname ? kind.vorname : kunde.vorname"`, and
 * `kind.geburtstag` is in the event and read by no rule. `because` confirms the rule.
 */
export async function checkOnePerson(
  mapping: Mapping,
  events: readonly Wanted[],
): Promise<readonly Diagnostic[]> {
  const people = peopleRead(mapping);
  if (!people) return [];
  const { name, expression, named, rules, read } = people;
  const found = new Map<string, Diagnostic>();
  for (const { scope } of events) {
    const tried = await tryOn(expression, scope);
    const taken = 'value' in tried ? named.filter(steps => valueAt(scope.input, steps) === tried.value) : [];
    const [source] = taken;
    if (!source || taken.length > 1) continue;
    for (const rule of rules) {
      const warned = found.has(rule.path)
        ? undefined
        : otherPerson(rule, name, source, { input: scope.input, read });
      if (warned) found.set(rule.path, warned);
    }
  }
  return [...found.values()];
}

/** True if a mapping has rules that may read two people, so that only events show whether they do. */
export function mayReadTwoPeople(mapping: Mapping): boolean {
  return peopleRead(mapping) !== undefined;
}

interface PeopleRead {
  readonly name: NamedRule;
  /** The expression of the name, and the paths that it reads. */
  readonly expression: Expression;
  readonly named: readonly (readonly string[])[];
  /** The rules that read another object than one of these paths. */
  readonly rules: readonly NamedRule[];
  /** The paths that the mapping reads. */
  readonly read: ReadonlySet<string>;
}

/** Every event passes here. */
const peopleRead = onceFor((mapping: Mapping): PeopleRead | undefined => {
  const all = namedRules(mapping);
  const name = all.find(({ path }) => path === 'firstName') ?? all.find(({ path }) => path === 'name');
  const [expression, ...others] = name && name.rule.because === undefined ? ruleExpressions(name.rule) : [];
  if (!name || !expression || others.length > 0) return undefined;
  const named = pathsRead(expression).filter(isOfPerson);
  const rules = all.filter(rule => {
    const own = rule.path === name.path ? undefined : onlyPath(rule);
    return own && named.some(steps => areTwoPeople(steps.slice(0, -1), own.slice(0, -1), rule.path));
  });
  if (rules.length === 0) return undefined;
  const read = new Set(
    expressionUses(mapping)
      .flatMap(each => pathsRead(each.expression))
      .map(textOf),
  );
  return { name, expression, named, rules, read };
});

/** Returns the only path of a rule, to a value of an object. */
function onlyPath({ rule }: NamedRule): readonly string[] | undefined {
  const [expression, ...others] = rule.because === undefined ? ruleExpressions(rule) : [];
  const [own, ...more] = expression && others.length === 0 ? pathsRead(expression) : [];
  return own && more.length === 0 && isOfPerson(own) ? own : undefined;
}

/** True for a value of an object: `kind.vorname`. */
function isOfPerson(steps: readonly string[]): boolean {
  return steps.length > 1 && !steps[0]?.startsWith('$');
}

function otherPerson(
  { path, rule }: NamedRule,
  name: NamedRule,
  source: readonly string[],
  { input, read }: { readonly input: unknown; readonly read: ReadonlySet<string> },
): Diagnostic | undefined {
  const own = onlyPath({ path, rule, place: rule.place });
  const holder = source.slice(0, -1);
  if (!own || textOf(own.slice(0, -1)) === textOf(holder)) return undefined;
  const better = [...holder, own.at(-1) ?? ''];
  const value = valueAt(input, better);
  const isValue = !isPlainObject(value) && presenceOf(value) === 'present';
  if (!isValue || read.has(textOf(better)) || !areTwoPeople(holder, own.slice(0, -1), path)) return undefined;
  const [written, from, other] = [own, source, better].map(pathText);
  const key = path.replace(/^additionalFields\./, '');
  const message = `${key} reads ${written}, while ${name.path} comes from ${from}, and no rule reads ${other}: the data of one person should come from one place of the payload`;
  const hint = `read ${other} for the same person, as ${name.path} does; if ${written} is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
}

/** True if one of two objects is a relative or the like by its name, and the field is about nobody else. */
function areTwoPeople(one: readonly string[], other: readonly string[], path: string): boolean {
  const field = { names: [path.replace(/^additionalFields\./, '')], type: 'birthday' };
  const [ofOne, ofOther] = [one, other].map(above => otherSubject({ names: ['birthdate'], above }, field));
  const isInside = one.every((step, at) => other[at] === step) || other.every((step, at) => one[at] === step);
  return !isInside && (ofOne === 'somebody-else' || ofOther === 'somebody-else');
}

function valueAt(input: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(ownValue, input);
}

function textOf(steps: readonly string[]): string {
  return JSON.stringify(steps);
}
