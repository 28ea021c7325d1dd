import { conditionsForNothing } from '../../../expressions/comparisons/nothing-by-condition.ts';
import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { isSeveral } from '../../convert/stays-text.ts';
import type { FoundBase } from '../../evaluate/evaluate-base.ts';
import type { Rule } from '../../mapping.ts';
import { ruleExpressions } from '../../rules-of.ts';

/**
 * Returns the reason why a text joined from several elements is probably wrong: a condition in brackets,
 * meant for one element, is true for several, as in `data[type = "note"].text`. A rule with `as: list` or
 * `because` intends all of them. For an additional field, the account decides whether it accepts several.
 */
export function severalFit({ value, parts }: FoundBase, rule: Rule, path: string): Doubt | undefined {
  const isForAccount = parts === undefined && path.startsWith('additionalFields.');
  if (rule.because !== undefined || isSeveral(rule.as) || isForAccount) return undefined;
  const expressions = ruleExpressions(rule).filter(({ literal }) => literal === null);
  const given = parts ?? [value];
  const at = given.findIndex(
    (each, index) => countOf(each) > 1 && choiceOf(expressions[index]) !== undefined,
  );
  const choice = choiceOf(expressions[at]);
  if (choice === undefined) return undefined;
  return {
    message: `[${choice}] is true of ${countOf(given[at])} elements, and all of them are sent, joined`,
    hint: `say in the condition which one is meant, or write $join(..., ", ") where all are`,
  };
}

function countOf(value: unknown): number {
  return elementsOf(value).length;
}

/** Returns the condition in brackets that selects the result of an expression. */
function choiceOf(expression: Expression | undefined): string | undefined {
  if (!expression?.source.includes('[')) return undefined;
  const isInBrackets = ({ text }: { readonly text: string }) =>
    expression.source.slice(0, expression.source.indexOf(text)).trimEnd().endsWith('[');
  return conditionsForNothing(expression).find(isInBrackets)?.text;
}
