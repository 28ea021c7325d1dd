import type { Expression } from '../../expressions/expression.ts';
import type { Mapping, Rule } from '../mapping.ts';

/** What an expression of a mapping sees beside the payload, without the dollar signs. */
export const givenVariables = ['answers', 'headers', 'query', 'body', 'event', 'linked'] as const;

/** Whether an expression uses a variable, named without its dollar sign. */
export function usesVariable(expression: Expression, name: string): boolean {
  return expression.variables.has(name);
}

/** Whether `$linked` stands in a rule. */
export function ruleUsesLink(rule: Rule): boolean {
  return ruleExpressions(rule).some(expression => usesVariable(expression, 'linked'));
}

/** Whether a variable is used anywhere in a mapping. */
export function mappingUses(
  { when, link, destination, set, additionalFields }: Mapping,
  name: string,
): boolean {
  const rules = [...set, ...additionalFields].map(({ rule }) => rule);
  if ('rule' in destination) rules.push(destination.rule);
  const expressions = [when?.value, link?.value, ...rules.flatMap(ruleExpressions)];
  return expressions.some(expression => expression !== undefined && usesVariable(expression, name));
}

/** The expressions of a rule: its own, or the parts of its template. */
export function ruleExpressions({ base }: Rule): readonly Expression[] {
  if (base.kind === 'literal') return [];
  if (base.kind === 'expression') return [base.expression];
  return base.parts.filter(part => typeof part !== 'string');
}
