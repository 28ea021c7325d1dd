import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Scope } from '../../expressions/expression.ts';
import type { Answers } from '../../receive/answers/answers.ts';
import type { RuleResult } from '../evaluate/rule-result.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { basesOfSamples } from './bases-of-samples.ts';
import { cutsTexts, cutUnlikeSamples } from './cut-unlike-samples.ts';
import { newBranch } from './new-branch.ts';

/** A rule and its result for an event. */
export interface Ruled {
  readonly path: string;
  readonly rule: Rule;
  readonly result: RuleResult;
}

/** The words for an event, and true if messages may show its values. */
export interface EventShown {
  readonly where?: string;
  readonly isShown?: boolean;
}

/**
 * Returns the doubts about an expression that gives a value in another way than for every sample of the mapping: by another of its
 * parts, or by cutting a text elsewhere. `because` confirms it, and so does a sample.
 */
export async function unlikeInSamples(
  mapping: Mapping,
  ruled: Ruled,
  scope: Scope,
  shown: EventShown = {},
): Promise<readonly Diagnostic[]> {
  const { rule, result } = ruled;
  if (mapping.tests.length === 0 || rule.because !== undefined) return [];
  if (!result.calculated?.turns && !cutsTexts(rule)) return [];
  const samples = await basesOfSamples(mapping, rule, scope.bindings.answers as Answers | undefined);
  if (samples.length === 0) return [];
  return [newBranch(ruled, samples, scope, shown), cutUnlikeSamples(ruled, samples, scope, shown)].flatMap(
    each => each ?? [],
  );
}
