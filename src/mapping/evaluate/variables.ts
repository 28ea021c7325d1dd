import type { Expression } from '../../expressions/expression.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { expressionsOf, ruleExpressions } from '../rules-of.ts';

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
export function mappingUses(mapping: Mapping, name: string): boolean {
  return expressionsOf(mapping).some(expression => usesVariable(expression, name));
}
