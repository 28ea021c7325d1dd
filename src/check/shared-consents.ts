import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import type { Expression } from '../expressions/expression.ts';
import { treeOf } from '../expressions/parse.ts';
import { placedPaths } from '../expressions/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../expressions/syntax-tree.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import type { Mapping, ParameterRule, Rule } from '../mapping/mapping.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { ruleExpressions } from '../mapping/rules-of.ts';

/**
 * Warns of consents that read the same value: the answer to one question would count as the answer to another one.
 * `because` of the later rule says that one question asks for both.
 */
export function sharedConsents({ set }: Pick<Mapping, 'set'>): readonly Diagnostic[] {
  const first = new Map<string, ParameterRule>();
  return set.flatMap(consent => {
    const key = consentParameters.has(consent.name) ? valueRead(consent.rule) : undefined;
    if (key === undefined) return [];
    const other = first.get(key);
    if (!other) first.set(key, consent);
    if (!other || consent.rule.because !== undefined) return [];
    return [shared(consent, other)];
  });
}

function shared({ name, rule }: ParameterRule, other: ParameterRule): Diagnostic {
  const [expression] = ruleExpressions(rule);
  const text = expression ? beginning(expression) : '';
  const message = `${name} and ${other.name} read the same value, so one answer gives both consents`;
  const hint = `read the question about ${name}; if one question asks for both, write ${name}: {${text}, because: "…"} with its words`;
  return diagnostic('mapping/shared-consent', message, { hint, place: rule.base.place, path: name });
}

/** The value that a rule reads, as a key; undefined if it reads none. Its conversion of yes and no does not count. */
function valueRead(rule: Rule): string | undefined {
  const expressions = ruleExpressions(rule);
  const paths = expressions.flatMap(pathsOf);
  if (paths.length === 0) return undefined;
  const words = [...expressions.flatMap(wordsOf), ...(rule.lookup ? rule.lookup.entries.keys() : [])];
  const meant = words.filter(each => consentAnswer(each) === undefined);
  return JSON.stringify([[...new Set(paths)].sort(), [...new Set(meant)].sort()]);
}

/**
 * Returns the paths that an expression reads: `$$.agb` and `{answer: agb}` are other spellings of `agb` and
 * `$answers.agb`.
 */
function pathsOf(expression: Expression): readonly string[] {
  if (expression.answer !== undefined) return [JSON.stringify(expression.path)];
  return placedPaths(expression).map(({ steps }) => JSON.stringify(steps));
}

/** The texts, numbers and patterns of an expression, which choose among the elements of a list. */
function wordsOf(expression: Expression): readonly string[] {
  if (expression.answer !== undefined) return [];
  const nodes = nodesOf(treeOf(expression));
  const ofComparisons = new Set(nodes.filter(isComparison).flatMap(({ lhs, rhs }) => [lhs, rhs]));
  return nodes
    .filter(({ type }) => type === 'string' || type === 'number' || type === 'regex')
    .filter(node => node.type !== 'number' || !ofComparisons.has(node))
    .map(({ type, value }) => (type === 'number' ? `#${value}` : visibleText(String(value))));
}

function isComparison(node: Node): boolean {
  return node.type === 'binary' && isNode(node.lhs) && (node.value === '=' || node.value === '!=');
}
