import { onceFor } from '../../diagnostics/once-for.ts';
import type { Expression } from '../../expressions/expression.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { expressionsOf, ruleExpressions } from '../rules-of.ts';

/** The variables of a mapping's expressions besides the payload, without the dollar signs, with descriptions. */
export const variableDescriptions = {
  answers:
    'The answers of a form by the names of their questions: `$answers.allergies`. They are there where the preset of the source knows how the sender writes answers, or `answers` of the source says it.',
  headers:
    'The headers of the webhook, their names in lower case. A name with a hyphen is quoted: `$headers."x-tag"`.',
  query: 'The query of the URL that the webhook was posted to.',
  body: 'The whole body, also where `split` of the source made several events of it.',
  event:
    '`id`, `source`, `type`, `receivedAt` and `occurredAt` of the event; `type` and `occurredAt` where the source says how to find them.',
  linked: 'The customer number that is remembered for the `link` of this event.',
} as const;

/** The names of the variables, without the dollar signs. */
export const givenVariables: readonly string[] = Object.keys(variableDescriptions);

/** True if an expression uses a variable, named without its dollar sign. */
export function usesVariable(expression: Expression, name: string): boolean {
  return expression.variables.has(name);
}

/** True if a rule uses `$linked`. */
export function ruleUsesLink(rule: Rule): boolean {
  return ruleExpressions(rule).some(expression => usesVariable(expression, 'linked'));
}

/** True if a variable is used anywhere in a mapping. */
export function mappingUses(mapping: Mapping, name: string): boolean {
  return variablesOf(mapping).has(name);
}

/** Cached, because every event needs it. */
const variablesOf = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    new Set(expressionsOf(mapping).flatMap(({ variables }) => [...variables])),
);
