import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Scope } from '../../expressions/expression.ts';
import { keyText } from '../../expressions/path-text.ts';
import { type PathReader, wholeReader } from '../../expressions/path-values.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
  type ValueType,
} from '../../expressions/placed-comparisons.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { type Wanted, whereOf } from './trial.ts';

const equalities: ReadonlySet<string> = new Set(['=', '!=', 'in']);

/**
 * Warns about comparisons of a list with a single value. In JSONata these are never equal, even for one
 * element, so `=` and `in` are always false and `!=` is always true. Values in samples and stored events show
 * it. An empty list alone does not count, since some senders write one for a missing value.
 */
export function checkLists(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use =>
    placedComparisons(use.expression).flatMap(comparison => {
      if (!equalities.has(comparison.operator) || asksForPresence(comparison)) return [];
      const found = listIn(comparison, use.expression.source, events);
      return found ? [warning(found, comparison, use, within)] : [];
    }),
  );
}

/** A list is not an empty text, so `topics != ""` is a correct test for existence. */
function asksForPresence({ left, right }: PlacedComparison): boolean {
  return [left, ...right].some(({ text, isLiteral }) => isLiteral && /^(["'])\1$/.test(text));
}

/** A list that is compared with a single value. */
interface ListCompared {
  readonly list: Side;
  readonly others: readonly Side[];
  readonly elements: readonly unknown[];
  readonly where: string;
}

function listIn(
  { operator, left, right, offset, length }: PlacedComparison,
  source: string,
  events: readonly Wanted[],
): ListCompared | undefined {
  // Brackets after the last path are not part of its text.
  const isCut = /^\s*\[/.test(source.slice(offset + length));
  const [other] = right;
  const rightList = operator === 'in' || isCut ? undefined : other && { list: other, others: [left] };
  for (const each of [{ list: left, others: right }, rightList]) {
    const values = each?.list.steps && readerOf(each.list);
    if (!values) continue;
    // A list is not an element of another list either.
    const others = operator === 'in' ? [] : each.others.map(side => singleIn(side, isCut && side !== left));
    const found = events.find(
      ({ scope }) => values(scope).some(isList) && others.every(isSingle => isSingle(scope)),
    );
    if (!found) continue;
    const elements = values(found.scope).find(isList) ?? [];
    return { ...each, elements, where: whereOf(found.trial) };
  }
  return undefined;
}

function readerOf({ steps = [], text, from }: Side): PathReader | undefined {
  return wholeReader({ steps, text, from });
}

/** True if a side is certainly a single value in an event. */
function singleIn(side: Side, isCut: boolean): (scope: Scope) => boolean {
  if (side.type) return () => true;
  const values = side.steps && !isCut ? readerOf(side) : undefined;
  return scope =>
    values?.(scope).some(each => ['string', 'number', 'boolean'].includes(typeof each)) ?? false;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function warning(
  { list, others, elements, where }: ListCompared,
  { operator, offset, length }: PlacedComparison,
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic {
  const never = operator === '!=' ? 'always differs from' : 'never equals';
  const kind = others.length === 1 && others[0]?.type ? names[others[0].type] : 'a single value';
  return diagnostic(
    'check/list-compared',
    `${list.text} is a list in ${where}, and a list ${never} ${kind}`,
    {
      hint: `write ${cure(operator, list, others, elements)}`,
      place: within(use, offset, length),
      path: use.path,
    },
  );
}

const names: Readonly<Record<ValueType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function cure(
  operator: PlacedComparison['operator'],
  list: Side,
  others: readonly Side[],
  elements: readonly unknown[],
): string {
  const { path, values } = elementValues(list.text, elements);
  const [other] = others;
  if (operator === 'in' && other?.steps) {
    const allowed = other.text.startsWith('$') ? other.text : `$$.${other.text}`;
    return `$exists(${path}[$ in ${allowed}])`;
  }
  const asked = others.map(side => `${literalAmong(side, values)} in ${path}`).join(' or ');
  return operator === '!=' ? `$not(${asked})` : asked;
}

/** Returns the values among which a single value can be: the elements, or a key of each object. */
function elementValues(
  text: string,
  elements: readonly unknown[],
): { readonly path: string; readonly values: readonly unknown[] } {
  const [first] = elements;
  if (typeof first !== 'object' || first === null || Array.isArray(first))
    return { path: text, values: elements };
  const [key] = Object.entries(first).find(([, value]) => typeof value !== 'object') ?? [];
  if (key === undefined) return { path: text, values: [] };
  const values = elements.map(each => (each as Readonly<Record<string, unknown>>)[key]);
  return { path: `${text}.${keyText(key)}`, values };
}

/** Returns a literal of the type of the elements, since 5 is not in a list of texts. */
function literalAmong({ text, type, isLiteral }: Side, values: readonly unknown[]): string {
  const types = new Set(values.map(each => typeof each));
  // The text of a function ends after its opening bracket.
  if (!isLiteral && text.endsWith('(')) return '(…)';
  if (!isLiteral || types.size !== 1) return text;
  if (types.has('string') && type !== 'text') return JSON.stringify(text);
  const bare = text.slice(1, -1).trim();
  return types.has('number') && type === 'text' && /^-?\d+(?:\.\d+)?$/.test(bare)
    ? String(Number(bare))
    : text;
}
