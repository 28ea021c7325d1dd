import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { calledWithPath } from '../../expressions/called-with-path.ts';
import { pathReader } from '../../expressions/path-values.ts';
import { type PlacedComparison, placedComparisons, type Side } from '../../expressions/placed-comparisons.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import type { Wanted } from './trial.ts';

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
/** Days before months before years, or the American order: as texts, such dates are not in order of time. */
const unordered = /^\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d{2})(?:\D|$)/;

/**
 * Warns about ordering comparisons of dates as texts, which compare letter by letter: "03.05.1990" is after
 * "02.06.2020", and about $sort of such dates. Literals, and values of the paths in samples and stored events, show it.
 */
export function checkOrder(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use => [
    ...sorted(use, events, within),
    ...placedComparisons(use.expression).flatMap(comparison => {
      const { operator, left, right, offset, length } = comparison;
      if (!orders.has(operator)) return [];
      const side = [left, ...right].find(each => isUnordered(each, events));
      if (!side) return [];
      const message = `${operator} compares these dates as texts, letter by letter, and ${side.text} is not written as yyyy-MM-dd`;
      const place = within(use, offset, length);
      return [
        diagnostic('check/texts-in-order', message, { hint: hintOf(comparison), place, path: use.path }),
      ];
    }),
  ]);
}

/** Warns about $sort of several dates as texts. */
function sorted(use: ExpressionUse, events: readonly Wanted[], within: PlaceWithin): readonly Diagnostic[] {
  return calledWithPath(use.expression, ['sort']).flatMap(({ steps, text, isSeveral, offset, length }) => {
    const values = pathReader({ steps, text });
    const isWrong = ({ scope }: Wanted) => {
      const all = values(scope).flat();
      return (
        all.length > 1 && all.every(value => typeof value === 'string' && unordered.test(value.trimStart()))
      );
    };
    if (isSeveral || !events.some(isWrong)) return [];
    const message = `$sort orders the dates in ${text} as texts, letter by letter, and they are not written as yyyy-MM-dd`;
    const read = (name: string) => `$toMillis($${name}, "[D].[M].[Y]")`;
    const hint = `write $sort(${text}, function($a, $b) {${read('a')} > ${read('b')}}), with the parts of the date as they are written`;
    const place = within(use, offset, length);
    return [diagnostic('check/texts-in-order', message, { hint, place, path: use.path })];
  });
}

function isUnordered({ isLiteral, text, steps }: Side, events: readonly Wanted[]): boolean {
  if (isLiteral) return unordered.test(text.slice(1).trimStart());
  if (!steps) return false;
  const values = pathReader({ steps, text });
  return events.some(({ scope }) =>
    values(scope).some(value => typeof value === 'string' && unordered.test(value.trim())),
  );
}

function hintOf({ operator, left, right }: PlacedComparison): string {
  const [first = left] = right;
  return `write $toMillis(${left.text}, "[D].[M].[Y]") ${operator} $toMillis(${first.text}, "[D].[M].[Y]"), with the parts of the date as they are written`;
}
