import { isDeepStrictEqual } from 'node:util';
import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { placeholderIn } from '../../../diagnostics/placeholder.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import { saysYesOrNo } from '../../../expressions/comparisons/yes-or-no.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import type { ExpressionUse } from '../../expression-uses.ts';

/**
 * Returns a warning if a condition is true only because a text for nothing or for no is there: `company ? "Firma" :
 * "Privat"` gives Firma for "-" and for "nein". A rule for a yes or no is judged as a consent.
 */
export function falseCondition(
  { expression, rule, path, place }: ExpressionUse,
  scope: Scope,
): Diagnostic | undefined {
  if (rule && (rule.because !== undefined || saysYesOrNo(expression))) return undefined;
  for (const { text, steps, asks, rejects, isDefaulted, isAlone } of conditionsOf(expression)) {
    const values = pathReader({ steps, text })(scope);
    const [value, ...others] = values;
    const isNothing =
      asks === 'presence' &&
      (value === false ||
        (isAlone && (value === null || (value === '' && !isDefaulted)) && value !== rejects));
    const isBlank = typeof value === 'string' && value !== '' && withoutBlankEnds(value) === '';
    if (others.length > 0 || !(isNothing || isBlank || meansNothing(value))) continue;
    const shown = typeof value === 'string' ? visibleText(JSON.stringify(value)) : String(value);
    const message = `${path}: ${text} is ${shown}, and the condition is true for it`;
    const hint = isBlank
      ? `write $trim(${text}) != "" for the condition`
      : `write $exists(${text}) and $not(${text} in [${shown}]) for the condition`;
    return diagnostic('check/text-as-condition', message, { hint, place, path });
  }
  return undefined;
}

/** True for a text that stands for an empty value or for no: `-`, `keine`, `nein`, `0`. JSONata counts it as true. */
export function meansNothing(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = withoutBlankEnds(value);
  return answerInWords(text) === false || placeholderIn(text) === 'nothing' || /^keine[rsn]?$/i.test(text);
}

/** Every event passes here. */
const conditionsOf = onceFor((expression: Expression) => {
  const { literal, answer, path } = expression;
  if (literal !== null || answer !== undefined || path !== null) return [];
  const all = truthTests(expression);
  return all
    .filter(
      ({ isUsed, isNegated, isEither, steps }) =>
        !isUsed && !isNegated && !isEither && steps[0] !== '$linked' && steps[0] !== '$event',
    )
    .map(test => ({
      ...test,
      // A second condition on the same path may be false for an empty value.
      isAlone: !all.some(other => other !== test && isDeepStrictEqual(other.steps, test.steps)),
    }));
});
