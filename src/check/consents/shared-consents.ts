import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../../expressions/syntax-tree.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import type { Mapping, ParameterRule, Rule } from '../../mapping/mapping.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { findAnswer } from '../../receive/answers/find-answer.ts';
import type { Wanted } from '../data/trial.ts';

/**
 * Warns about consents that read the same value, so that the answer to one question would count for another.
 * `because` of the later rule confirms that one question asks for both.
 */
export function sharedConsents({ set }: Pick<Mapping, 'set'>): readonly Diagnostic[] {
  return pairsOf(set, steps => steps).map(([consent, other]) => shared(consent, other));
}

/**
 * Returns the same warnings for consents that name one question in two ways, by reference and by label. Only
 * an event shows that both are the same question.
 */
export function sharedQuestions(
  { set }: Pick<Mapping, 'set'>,
  events: readonly Pick<Wanted, 'scope'>[],
): readonly Diagnostic[] {
  const told = new Set(pairsOf(set, steps => steps).map(([{ name }]) => name));
  const found = new Map<string, Diagnostic>();
  for (const { scope } of events) {
    for (const [consent, other] of pairsOf(set, steps => questionRead(steps, scope))) {
      if (!told.has(consent.name)) found.set(consent.name, shared(consent, other));
    }
  }
  return [...found.values()];
}

type Steps = readonly string[];

/** Pairs each consent that reads the value of an earlier one with it. `same` gives equal paths one form. */
function pairsOf(
  set: Mapping['set'],
  same: (steps: Steps) => Steps,
): readonly (readonly [ParameterRule, ParameterRule])[] {
  const first = new Map<string, ParameterRule>();
  return set.flatMap(consent => {
    const key = consentParameters.has(consent.name) ? valueRead(consent.rule, same) : undefined;
    if (key === undefined) return [];
    const other = first.get(key);
    if (!other) first.set(key, consent);
    if (!other || consent.rule.because !== undefined) return [];
    return [[consent, other] as const];
  });
}

/** Returns the path of an answer with the index of its question in an event instead of its name. */
function questionRead(steps: Steps, scope: Wanted['scope']): Steps {
  const [root, ...names] = steps;
  const answers = scope.bindings.answers as Answers | undefined;
  if (root !== '$answers' || !answers) return steps;
  const found = findAnswer(answers, names.join('.'));
  if (found.kind !== 'found') return steps;
  return [
    '$question',
    String(answeredQuestions(answers).questions.indexOf(found.question)),
    ...found.path.slice(1),
  ];
}

function shared({ name, rule }: ParameterRule, other: ParameterRule): Diagnostic {
  const [expression] = ruleExpressions(rule);
  const text = expression ? beginning(expression) : '';
  const message = `${name} and ${other.name} read the same value, so one answer gives both consents`;
  const hint = `read the question about ${name}; if one question asks for both, write ${name}: {${text}, because: "…"} with its words`;
  return diagnostic('mapping/shared-consent', message, { hint, place: rule.base.place, path: name });
}

/** Returns the value that a rule reads, as a key; undefined if none. Conversion to yes and no is ignored. */
function valueRead(rule: Rule, same: (steps: Steps) => Steps): string | undefined {
  const expressions = ruleExpressions(rule);
  const paths = expressions.flatMap(pathsOf).map(steps => JSON.stringify(same(steps)));
  if (paths.length === 0) return undefined;
  const words = [...expressions.flatMap(wordsOf), ...(rule.lookup ? rule.lookup.entries.keys() : [])];
  const meant = words.filter(each => consentAnswer(each) === undefined);
  return JSON.stringify([[...new Set(paths)].sort(), [...new Set(meant)].sort()]);
}

/**
 * Returns the paths that an expression reads. `$$.agb` and `{answer: agb}` are other spellings of `agb` and
 * `$answers.agb`.
 */
function pathsOf(expression: Expression): readonly Steps[] {
  if (expression.answer !== undefined) return [expression.path ?? []];
  return placedPaths(expression).map(({ steps }) => steps);
}

/** Returns the texts, numbers and patterns of an expression, which may select elements of a list. */
function wordsOf(expression: Expression): readonly string[] {
  if (expression.answer !== undefined) return [];
  const nodes = nodesOf(treeOf(expression));
  const ofComparisons = new Set(nodes.filter(isComparison).flatMap(({ lhs, rhs }) => [lhs, rhs]));
  const inBrackets = new Set(
    nodes.flatMap(({ type, expr }) => (type === 'filter' && expr ? nodesOf(expr) : [])),
  );
  return nodes
    .filter(({ type }) => type === 'string' || type === 'number' || type === 'regex')
    .filter(node => node.type !== 'number' || inBrackets.has(node) || !ofComparisons.has(node))
    .map(({ type, value }) => (type === 'number' ? `#${value}` : visibleText(String(value))));
}

function isComparison(node: Node): boolean {
  return node.type === 'binary' && isNode(node.lhs) && (node.value === '=' || node.value === '!=');
}
