import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { unlikeInSamples } from '../../mapping/doubts/unlike-samples/unlike-in-samples.ts';
import { evaluateRule } from '../../mapping/evaluate/evaluate-rule.ts';
import type { Mapping } from '../../mapping/mapping.ts';
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
    // A plain path gives a text of its own only by `otherwise`.
    if (rule.base.kind !== 'expression' || (rule.base.expression.path && !rule.lookup?.otherwise)) continue;
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
