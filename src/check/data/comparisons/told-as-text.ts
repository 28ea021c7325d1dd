import type { PlacedComparison } from '../../../expressions/comparisons/placed-comparisons.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';

/** True if the comparison of a text with a number is reported without an event. */
export function isToldAsText({ offset }: PlacedComparison, { expression }: ExpressionUse): boolean {
  return expression.warnings.some(
    each => each.offset === offset && each.diagnostic.code === 'expression/text-number-comparison',
  );
}
