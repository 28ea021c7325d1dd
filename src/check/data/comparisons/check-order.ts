import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { calledWithPath } from '../../../expressions/comparisons/called-with-path.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import type { Wanted } from '../trial.ts';
import { isToldAsText } from './told-as-text.ts';

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
/** Days before months before years, or the American order: as texts, such dates are not in order of time. */
const unordered = /^\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d{2})(?:\D|$)/;

/**
 * Warns about ordering comparisons of dates, numbers and words as texts, which compare letter by letter: "03.05.1990" is
 * after "02.06.2020", "9" after "10", and about $sort of such texts. Literals, and values of the paths in samples and stored events, show it.
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
      const place = within(use, offset, length);
      const side = [left, ...right].find(each => isUnordered(each, events));
      if (!side) {
        const found =
          use.because === undefined && !isToldAsText(comparison, use)
            ? (wordsInOrder(comparison) ?? textsInOrder(comparison, events))
            : undefined;
        return found
          ? [diagnostic('check/texts-in-order', found.message, { hint: found.hint, place, path: use.path })]
          : [];
      }
      const message = `${operator} compares these dates as texts, letter by letter, and ${side.text} is not written as yyyy-MM-dd`;
      return [
        diagnostic('check/texts-in-order', message, { hint: hintOf(comparison), place, path: use.path }),
      ];
    }),
  ]);
}

interface Finding {
  readonly message: string;
  readonly hint: string;
}

/** Handles `level >= "gold"`: "platin" comes behind it, and so does "silber". One letter may divide an alphabet. */
function wordsInOrder({ operator, left, right: [right = left] }: PlacedComparison): Finding | undefined {
  const [literal, other] = right.isLiteral ? [right, left] : [left, right];
  if (!literal.isLiteral || literal.type !== 'text' || !aWord.test(literal.text.slice(1, -1)))
    return undefined;
  const message = `${operator} compares texts letter by letter, in the order of the alphabet, and ${literal.text} is a word`;
  const hint = `list the texts that count: ${other.text} in [${literal.text}, "…"]; to compare numbers, write $number(${other.text}) and a number without quotes`;
  return { message, hint };
}

const aWord = /^\s*\p{L}{2,}(?:[ -]\p{L}+)*\s*$/u;

/** Returns a finding if texts of numbers or of hours differ in length in events: "10" comes before "9", "10:00" before "9:00". */
function textsInOrder(comparison: PlacedComparison, events: readonly Wanted[]): Finding | undefined {
  const {
    operator,
    left,
    right: [right = left],
  } = comparison;
  const sides = [left, right];
  for (const [kind, pattern] of [
    ['numbers', aNumber],
    ['times', aTime],
  ] as const) {
    const texts = sides.map(side => textsOf(side, events));
    const lengths = texts.flat().map(each => pattern.exec(each)?.[1]?.length);
    const isOfKind = texts.every(each => each.length > 0) && lengths.every(each => each !== undefined);
    if (!isOfKind || new Set(lengths).size < 2) continue;
    const [shorter, longer] = kind === 'numbers' ? ['"9"', '"10"'] : ['"9:00"', '"10:00"'];
    const message = `${operator} compares these ${kind} as texts, letter by letter: ${longer} comes before ${shorter}`;
    const written = sides.map(({ text, isLiteral }) => {
      if (kind === 'numbers') return isLiteral ? text.slice(1, -1).trim() : `$number(${text})`;
      return isLiteral ? `"${text.slice(1, -1).trim().padStart(5, '0')}"` : `$pad(${text}, -5, "0")`;
    });
    return { message, hint: `write ${written.join(` ${operator} `)}` };
  }
  return undefined;
}

const aNumber = /^\s*(\d{1,15})(?:\.\d{1,15})?\s*$/;
const aTime = /^\s*(\d{1,2}):\d\d\s*$/;

function textsOf({ isLiteral, type, text, steps }: Side, events: readonly Wanted[]): readonly string[] {
  if (isLiteral) return type === 'text' ? [text.slice(1, -1)] : [];
  if (!steps) return [];
  const values = pathReader({ steps, text });
  const all = events.flatMap(({ scope }) => values(scope));
  return all.flatMap(value => (value === '' ? [] : typeof value === 'string' ? value : 'no text'));
}

/** Warns about $sort of several dates as texts. */
function sorted(use: ExpressionUse, events: readonly Wanted[], within: PlaceWithin): readonly Diagnostic[] {
  return calledWithPath(use.expression, ['sort']).flatMap(({ steps, text, isSeveral, offset, length }) => {
    if (isSeveral) return [];
    const values = pathReader({ steps, text });
    const lists = events.map(({ scope }) => values(scope).flat()).filter(each => each.length > 1);
    const place = within(use, offset, length);
    if (lists.some(areNumbersInText)) {
      const message = `$sort orders the numbers in ${text} as texts, letter by letter: "10" comes before "9"`;
      const hint = `write $sort(${text}, function($a, $b) {$number($a) > $number($b)})`;
      return [diagnostic('check/texts-in-order', message, { hint, place, path: use.path })];
    }
    if (!lists.some(areDatesInText)) return [];
    const message = `$sort orders the dates in ${text} as texts, letter by letter, and they are not written as yyyy-MM-dd`;
    const read = (name: string) => `$toMillis($${name}, "[D].[M].[Y]")`;
    const hint = `write $sort(${text}, function($a, $b) {${read('a')} > ${read('b')}}), with the parts of the date as they are written`;
    return [diagnostic('check/texts-in-order', message, { hint, place, path: use.path })];
  });
}

function areDatesInText(values: readonly unknown[]): boolean {
  return values.every(value => typeof value === 'string' && unordered.test(value.trimStart()));
}

/** True for texts of numbers that differ in length before the point. */
function areNumbersInText(values: readonly unknown[]): boolean {
  const lengths = values.map(value =>
    typeof value === 'string' ? aNumber.exec(value)?.[1]?.length : undefined,
  );
  return lengths.every(each => each !== undefined) && new Set(lengths).size > 1;
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
