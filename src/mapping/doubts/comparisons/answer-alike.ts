import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { wrappedComparisons } from '../../../expressions/comparisons/wrapped-comparisons.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { isNode, nodesOf } from '../../../expressions/syntax-tree.ts';
import { beginningAnswer } from '../../convert/beginning-answer.ts';
import { areSynonyms } from '../../convert/common-words.ts';
import { answerInWords, isYesOrNo } from '../../convert/convert-boolean.ts';
import type { ExpressionUse } from '../../expression-uses.ts';
import { meantBy } from './near-hint.ts';
import type { NearComparison, NearValue } from './nearly-equal.ts';

/**
 * Returns an answer that means the same as the compared one, if the rule gives texts of its own: `twins = "ja" ? "2" : "1"` is 1 for
 * "yes". A rule that gives yes and no has warnings of its own.
 */
export function answerAlike(
  near: NearComparison,
  expression: Expression,
  scope: Scope,
): NearValue | undefined {
  if (!givesOwnTexts(expression)) return undefined;
  for (const value of near.read(scope)) {
    if (typeof value !== 'string' || near.known.has(value)) continue;
    const literal = near.literals.find(each => {
      const meant = meantBy(each);
      return typeof meant === 'string' && isSameAnswer(value, meant);
    });
    if (literal) return { value, literal, isAmong: false, isElement: false, isSynonym: true };
  }
  return undefined;
}

/** True for "yes" and "Ja, gerne" where a rule compares with "ja". */
function isSameAnswer(value: string, meant: string): boolean {
  const answer = answerInWords(value) ?? beginningAnswer(value);
  return answer !== undefined && isYesOrNo(meant) && answerInWords(meant) === answer;
}

/** True for a condition over one path whose results are texts or numbers, and neither yes nor no. */
const givesOwnTexts = onceFor((expression: Expression): boolean => {
  if (!expression.source.includes('?') || pathsRead(expression).length !== 1) return false;
  const conditions = nodesOf(treeOf(expression)).filter(({ type }) => type === 'condition');
  const results = conditions.flatMap(each => [Reflect.get(each, 'then'), Reflect.get(each, 'else')]);
  return (
    results.length > 0 &&
    results.every(each => {
      if (!isNode(each)) return true;
      if (each.type === 'condition' || each.type === 'number') return true;
      return each.type === 'string' && !isYesOrNo(String(each.value));
    })
  );
});

/** Returns a warning about another word inside of functions: `$lowercase(insurance) = "privat"` is false for "PKV". */
export function synonymInside(
  use: ExpressionUse,
  scope: Scope,
  comparisons: readonly NearComparison[],
): readonly Diagnostic[] | undefined {
  const all = wrappedComparisons(use.expression);
  const isOwn = all.length > 0 && givesOwnTexts(use.expression);
  for (const { steps, text, texts } of all) {
    const compared = comparisons.find(({ path }) => path.text === text);
    const isKnown = (value: string) =>
      compared?.known.has(value) || all.some(each => each.text === text && each.mayHold(value));
    for (const value of pathReader({ steps, text: pathText(steps) })(scope)) {
      if (typeof value !== 'string' || isKnown(value)) continue;
      const literal = texts.find(each => areSynonyms(each, value) || (isOwn && isSameAnswer(value, each)));
      if (literal === undefined) continue;
      const message = `${use.path}: the rule compares ${text} with ${JSON.stringify(literal)}, and it is ${visibleText(JSON.stringify(value))}, which means the same`;
      const hint = `if it means the same, add or ${text} = ${JSON.stringify(value)} to the comparison; if not, add because: with the reason`;
      return [diagnostic('check/never-equal', message, { hint, place: use.place, path: use.path })];
    }
  }
  return undefined;
}
