import type { Place } from '../diagnostics/diagnostic.ts';
import type { Expression } from '../expressions/expression.ts';
import type { Mapping, Rule } from './mapping.ts';

/** A rule for a value of the call, and what it is for: a parameter, or `additionalFields.KEY`. */
export interface NamedRule {
  readonly path: string;
  /** The place of the name. */
  readonly place: Place;
  readonly rule: Rule;
}

/** The rules for the values of the call, the parameters first, each in the order of the file. */
export function namedRules({ set, additionalFields }: Mapping): readonly NamedRule[] {
  return [
    ...set.map(({ name, place, rule }) => ({ path: name, place, rule })),
    ...additionalFields.map(({ key, place, rule }) => ({ path: `additionalFields.${key}`, place, rule })),
  ];
}

/** All rules of a mapping, that of its destination too. */
export function rulesOf(mapping: Mapping): readonly Rule[] {
  const { destination } = mapping;
  const own = namedRules(mapping).map(({ rule }) => rule);
  return 'rule' in destination ? [destination.rule, ...own] : own;
}

/** The expressions of a rule: its own, or the parts of its template. */
export function ruleExpressions({ base }: Rule): readonly Expression[] {
  if (base.kind === 'literal') return [];
  if (base.kind === 'expression') return [base.expression];
  return base.parts.filter(part => typeof part !== 'string');
}

/** All expressions of a mapping: its condition, its link, and those of its rules. */
export function expressionsOf(mapping: Mapping): readonly Expression[] {
  const own = [mapping.when, mapping.link].flatMap(each => (each ? [each.value] : []));
  return [...own, ...rulesOf(mapping).flatMap(ruleExpressions)];
}
