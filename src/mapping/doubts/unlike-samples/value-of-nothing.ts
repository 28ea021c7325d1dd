import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import type { PathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { consentParameters } from '../../parameters.ts';
import { ruleForYesNo } from '../comparisons/rule-for-comparison.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { comparedTexts } from './compared-texts.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a note about a value that a rule gives for an empty answer, if every sample has an answer: `photos = "J" ? true : false`
 * withdraws a consent. A missing answer counts if a sample shows that the sender writes empty ones, since forms leave out unticked
 * boxes. Not for the marks of a box, and not for a rule that asks whether there is an answer.
 */
export function valueOfNothing(
  { path, rule: { base }, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event' }: EventShown,
): Diagnostic | undefined {
  if (base.kind !== 'expression' || result.kind !== 'value' || consentParameters.has(path)) return undefined;
  const read = answerCompared(base.expression);
  if (!read || !isNothing(read(scope))) return undefined;
  if (samples.some(each => isNothing(read(each.scope)))) return undefined;
  const [steps = []] = pathsRead(base.expression);
  if (read(scope).length === 0 && !samples.some(each => sendsEmpty(each.scope, steps))) return undefined;
  const all = samples.length === 1 ? 'the sample' : 'every sample';
  const message = `${path}: ${where} has no answer at ${visibleText(pathText(steps))}, ${all} of the mapping has one, and the rule sends ${shown(result.value.text)} without it, which replaces an earlier value`;
  const hint = `so that nothing is sent without an answer, ${ruleForYesNo(base.expression)}; if it is right, keep the event as a test (fieldbridge capture), or add because: with the reason`;
  return diagnostic('mapping/new-branch', message, { hint, place: base.place, path, severity: 'info' });
}

/** True if a value beside that of a path is empty in a sample. */
function sendsEmpty({ input, bindings }: Scope, steps: readonly string[]): boolean {
  const isAnswer = steps[0] === '$answers';
  const above = steps.slice(isAnswer ? 1 : 0, -1);
  const object = above.reduce<unknown>(ownValue, isAnswer ? bindings.answers : input);
  return (
    typeof object === 'object' &&
    object !== null &&
    Object.values(object).some(each => presenceOf(each) !== 'present')
  );
}

/** True for an expression that `valueOfNothing` is about. Other rules need no samples for it. */
export function comparesAnswer(expression: Expression): boolean {
  return answerCompared(expression) !== undefined;
}

const answerCompared = onceFor((expression: Expression): PathReader | undefined => {
  const compared = comparedTexts(expression);
  if (!compared) return undefined;
  const texts = [...compared.named, ...compared.searched];
  if (texts.length === 0 || texts.some(each => each === '') || texts.every(each => marks.test(each)))
    return undefined;
  const asks = truthTests(expression).some(({ steps }) => steps.length > 0);
  return asks || /\?\?|\$(?:exists|count|type)\b/.test(expression.source) ? undefined : compared.read;
});

/** The marks of a ticked box. */
const marks = /^(?:on|1|true|x|checked|ticked|selected|angekreuzt|✓|✔)$/;

function isNothing(values: readonly unknown[]): boolean {
  return values.every(each => presenceOf(each) !== 'present');
}
