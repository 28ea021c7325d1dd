import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import {
  type PlacedComparison,
  placedComparisons,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { type ListCompared, listFinder } from '../../../mapping/doubts/comparisons/list-compared.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { type Wanted, whereOf } from '../trial.ts';

/**
 * Warns about comparisons of a list with a single value. In JSONata these are never equal, even for one
 * element, so `=` and `in` are always false and `!=` is always true. Values in samples and stored events show
 * it.
 */
export function checkLists(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use =>
    placedComparisons(use.expression).flatMap((comparison, _at, all) => {
      const find = listFinder(comparison, all, use.expression.source);
      for (const { scope, trial } of find ? events : []) {
        const found = find?.(scope);
        if (found) return [warning({ ...found, where: whereOf(trial) }, comparison, use, within)];
      }
      return [];
    }),
  );
}

function warning(
  { list, kind, cure, where }: ListCompared & { readonly where: string },
  { operator, offset, length }: PlacedComparison,
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic {
  const never = operator === '!=' ? 'always differs from' : 'never equals';
  return diagnostic(
    'check/list-compared',
    `${list.text} is a list in ${where}, and a list ${never} ${kind}`,
    { hint: `write ${cure}`, place: within(use, offset, length), path: use.path },
  );
}
