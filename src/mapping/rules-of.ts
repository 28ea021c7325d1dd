import type { Place } from '../diagnostics/diagnostic.ts';
import type { Expression } from '../expressions/expression.ts';
import type { Mapping, Rule } from './mapping.ts';

/** A rule for a value of the call, and its target: a parameter, or `additionalFields.KEY`. */
export interface NamedRule {
  readonly path: string;
  /** The place of the name. */
  readonly place: Place;
  readonly rule: Rule;
}

/** Returns the rules for the values of the call, the parameters first, each in the order of the file. */
export function namedRules({ set, additionalFields }: Mapping): readonly NamedRule[] {
  return [
    ...set.map(({ name, place, rule }) => ({ path: name, place, rule })),
    ...additionalFields.map(({ key, place, rule }) => ({ path: `additionalFields.${key}`, place, rule })),
  ];
}

/** Returns all rules of a mapping, including that of its destination. */
export function rulesOf(mapping: Mapping): readonly Rule[] {
  const { destination } = mapping;
  const own = namedRules(mapping).map(({ rule }) => rule);
  return 'rule' in destination ? [destination.rule, ...own] : own;
}

/** Returns the expressions of a rule: its own, or the parts of its template. */
export function ruleExpressions({ base }: Pick<Rule, 'base'>): readonly Expression[] {
  if (base.kind === 'literal') return [];
  if (base.kind === 'expression') return [base.expression];
  return base.parts.filter(part => typeof part !== 'string');
}

/** Returns all expressions of a mapping: its condition, its link, and those of its rules. */
export function expressionsOf(mapping: Mapping): readonly Expression[] {
  const own = [mapping.when, mapping.link].flatMap(each => (each ? [each.value] : []));
  return [...own, ...rulesOf(mapping).flatMap(ruleExpressions)];
}
