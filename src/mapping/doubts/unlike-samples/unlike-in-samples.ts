import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Scope } from '../../../expressions/expression.ts';
import type { Answers } from '../../../receive/answers/answers.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { nearComparisons } from '../comparisons/nearly-equal.ts';
import { anyBox, asksForAny } from './any-box.ts';
import { basesOfSamples, type SampleBase } from './bases-of-samples.ts';
import { cutNothing } from './cut-nothing.ts';
import { cutsTexts, cutUnlikeSamples } from './cut-unlike-samples.ts';
import { defaultOfRemoved } from './default-of-removed.ts';
import { ignoredDigits } from './ignored-digits.ts';
import { lookedUpNothing, looksUp } from './looked-up-nothing.ts';
import { nearOption } from './near-option.ts';
import { newAnswer } from './new-answer.ts';
import { newBranch } from './new-branch.ts';
import { mayReadOtherNumber, numberUnlikeSamples } from './number-unlike-samples.ts';
import { otherUnitBeside, readsAmount } from './other-unit-beside.ts';
import { mayBeOutOfRange, outOfRange } from './out-of-range.ts';
import { partAsYes, searchesTexts } from './part-as-yes.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { unnamedYes } from './unnamed-yes.ts';
import { comparesAnswer, valueOfNothing } from './value-of-nothing.ts';

/**
 * Returns the doubt about a rule that gives a value in another way than for every sample of the mapping: by another part of its
 * expression, for an answer that it does not name or that is empty, by cutting a text elsewhere, or by a default. A sample confirms
 * it. `because` confirms the branches and the answers that the expression names, and says nothing about another part of a text or
 * another unit.
 */
export async function unlikeInSamples(
  mapping: Mapping,
  ruled: Ruled,
  scope: Scope,
  shown: EventShown = {},
): Promise<readonly Diagnostic[]> {
  const { rule, result } = ruled;
  if (mapping.tests.length === 0) return [];
  const hasReason = rule.because !== undefined;
  const ofDefault = hasReason ? undefined : defaultOfRemoved(mapping, ruled, scope, shown);
  if (ofDefault) return [ofDefault];
  const mayDiffer =
    cutsTexts(rule) ||
    readsAmount(ruled, scope) ||
    mayReadOtherNumber(ruled, scope) ||
    mayBeOutOfRange(ruled) ||
    (!hasReason && mayBeOtherAnswer(ruled, scope));
  if ((hasReason || !result.calculated?.turns) && !mayDiffer) return [];
  const samples = await basesOfSamples(mapping, rule, scope.bindings.answers as Answers | undefined);
  if (samples.length === 0) return [];
  const found =
    (hasReason ? undefined : otherResult(ruled, samples, scope, shown)) ??
    cutUnlikeSamples(ruled, samples, scope, shown) ??
    numberUnlikeSamples(ruled, samples, scope, shown) ??
    (hasReason ? undefined : otherAnswer(ruled, samples, scope, shown)) ??
    outOfRange(ruled, samples, shown) ??
    (await ignoredDigits(ruled, samples, scope, shown)) ??
    cutNothing(ruled, samples, scope, shown) ??
    otherUnitBeside(ruled, samples, scope, shown);
  return found ? [found] : [];
}

/** True for a rule that may read another answer than each sample has. */
function mayBeOtherAnswer({ rule, result }: Ruled, scope: Scope): boolean {
  const isUnnamed =
    result.kind === 'value' && (result.value.unnamed ?? unnamedYes(rule, scope)) !== undefined;
  return isUnnamed || comparesTexts(rule) || asksForAny(rule) || searchesTexts(rule) || looksUp(rule);
}

function otherResult(
  ruled: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  shown: EventShown,
): Diagnostic | undefined {
  return (
    newBranch(ruled, samples, scope, shown) ??
    valueOfNothing(ruled, samples, scope, shown) ??
    newAnswer(ruled, samples, scope, shown)
  );
}

function otherAnswer(
  ruled: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  shown: EventShown,
): Diagnostic | undefined {
  return (
    partAsYes(ruled, samples, scope, shown) ??
    nearOption(ruled, samples, scope, shown) ??
    anyBox(ruled, samples, scope, shown) ??
    lookedUpNothing(ruled, samples, scope, shown)
  );
}

function comparesTexts({ base }: Rule): boolean {
  return (
    base.kind === 'expression' &&
    (nearComparisons(base.expression).length > 0 || comparesAnswer(base.expression))
  );
}
