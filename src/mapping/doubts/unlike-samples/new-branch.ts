import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { type Turn, textOfPoint, turningPoints } from '../../../expressions/turns.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { RuleResult } from '../../evaluate/rule-result.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { givesConsent } from './gives-consent.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a note about an expression whose condition turned out differently than for every sample of the mapping, so that another
 * part of it gives the value: `handy ? handy : parents.phone` for an event without `handy`. A warning for a consent that is
 * given in this way.
 */
export function newBranch(
  ruled: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event' }: EventShown,
): Diagnostic | undefined {
  const { path, rule, result } = ruled;
  const { base } = rule;
  if (base.kind !== 'expression' || !result.calculated?.turns || !isShownBy(result, base.expression, scope))
    return undefined;
  const turn = firstNew(result.calculated.turns, samples);
  if (!turn) return undefined;
  const condition = conditionsOf(base.expression)[turn.at] ?? '';
  const [is, was] = turn.isTrue ? ['true', 'false'] : ['false', 'true'];
  const all = samples.length === 1 ? 'the sample' : 'every sample';
  const effect = result.kind === 'value' ? 'gives the value' : 'decides, and no value is sent';
  const message = `${path}: the condition ${condition} is ${is} in ${where}, and ${was} in ${all} of the mapping, so another part of the expression ${effect}`;
  const hint =
    'compare the value with the answers of the event; if it is right, keep the event as a test (fieldbridge capture), or add because: with the reason';
  const severity = result.kind === 'value' && givesConsent(path, result.value.text) ? 'warning' : 'info';
  return diagnostic('mapping/new-branch', message, { hint, place: base.place, path, severity });
}

/** True if a result can show a wrong branch. No value is right if there is none to read, and so is a no. */
function isShownBy(result: RuleResult, expression: Expression, scope: Scope): boolean {
  // 0 is no answer but a value.
  if (result.kind === 'value')
    return /^\d/.test(result.value.text) || consentAnswer(result.value.text) !== false;
  if (result.kind === 'clear') return true;
  return (
    result.kind === 'absent' &&
    readersOf(expression).some(read => read(scope).some(value => presenceOf(value) === 'present'))
  );
}

const readersOf = onceFor((expression: Expression): readonly PathReader[] =>
  pathsRead(expression).map(steps => pathReader({ steps, text: pathText(steps) })),
);

/** Returns the outermost turn that no sample takes, if samples take the other one. */
function firstNew(turns: readonly Turn[], samples: readonly SampleBase[]): Turn | undefined {
  const taken = new Set(samples.flatMap(({ turns: all = [] }) => all.map(keyOf)));
  return turns
    .toSorted((one, other) => one.at - other.at)
    .find(each => !taken.has(keyOf(each)) && taken.has(keyOf({ ...each, isTrue: !each.isTrue })));
}

function keyOf({ at, isTrue }: Turn): string {
  return `${at} ${isTrue}`;
}

const conditionsOf = onceFor((expression: Expression): readonly string[] =>
  turningPoints(treeOf(expression)).map(each => textOfPoint(each, expression.source)),
);
