import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../../expressions/expression.ts';
import { unlikeInSamples } from '../../mapping/doubts/unlike-samples/unlike-in-samples.ts';
import { evaluateRule } from '../../mapping/evaluate/evaluate-rule.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import type { Patience } from './patience.ts';
import { isOwn, mostTried, showsValues, type Wanted, whereOf } from './trial.ts';

/**
 * Returns a doubt for each rule whose expression gives a value for an event in another way than for every sample of its
 * mapping. Values of stored events are not shown.
 */
export async function checkUnlikeSamples(
  mapping: Mapping,
  wanted: readonly Wanted[],
  patience: Patience,
): Promise<readonly Diagnostic[]> {
  if (mapping.tests.length === 0) return [];
  const others = wanted.slice(0, mostTried).filter(({ trial }) => !isOwn(trial, mapping));
  const found: Diagnostic[] = [];
  for (const { path, rule } of namedRules(mapping)) {
    if (rule.base.kind !== 'expression' || !givesOwnText(rule, rule.base.expression)) continue;
    for (const { trial, scope } of others) {
      if (!patience()) return found;
      const ruled = { path, rule, result: await evaluateRule(rule, path, scope) };
      const doubts = await unlikeInSamples(mapping, ruled, scope, {
        where: whereOf(trial),
        isShown: showsValues(trial),
      });
      found.push(...doubts);
      if (doubts.length > 0) break;
    }
  }
  return found;
}

/** True for a rule that may give a text of its own. A plain path does so only by `otherwise` and by a default. */
function givesOwnText({ lookup, default: standard, whenMissing }: Rule, { path }: Expression): boolean {
  return !path || lookup?.otherwise !== undefined || standard !== undefined || whenMissing === 'clear';
}
