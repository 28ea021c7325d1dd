import type {
  PlacedComparison,
  Side,
  ValueType,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, wholeReader } from '../../../expressions/paths/path-values.ts';
import { ifPresent } from './if-present.ts';
import { writtenInstead } from './near-hint.ts';

/** A list that is compared with a single value. In JSONata these are never equal, even for one element. */
export interface ListCompared {
  readonly list: Side;
  /** The values beside it, in words. */
  readonly kind: string;
  /** The comparison to write instead. */
  readonly cure: string;
}

const equalities: ReadonlySet<string> = new Set(['=', '!=', 'in']);

/** Returns the list that a comparison compares with a single value in an event. */
export type ListFinder = (scope: Scope) => ListCompared | undefined;

/**
 * Creates the finder of a comparison. An empty list alone does not count, since some senders write one for a missing value.
 * `all`: the comparisons of its expression; `source`: the whole expression. Undefined if it accepts lists, or reads no path.
 */
export function listFinder(
  comparison: PlacedComparison,
  all: readonly PlacedComparison[],
  source: string,
): ListFinder | undefined {
  const { operator, left, right, offset, length } = comparison;
  if (!equalities.has(operator) || asksForPresence(comparison) || searchesToo(all, comparison))
    return undefined;
  // Brackets after the last path are not part of its text.
  const isCut = /^\s*\[/.test(source.slice(offset + length));
  const [other] = right;
  const rightList = operator === 'in' || isCut || !other ? [] : [{ list: other, others: [left] }];
  const sides = [{ list: left, others: right }, ...rightList].flatMap(({ list, others }) => {
    const read = readerOf(list);
    // A list is not an element of another list either.
    const areSingle = operator === 'in' ? [] : others.map(side => singleIn(side, isCut && side !== left));
    return read ? [{ list, others, read, areSingle }] : [];
  });
  if (sides.length === 0) return undefined;
  return scope => {
    for (const { list, others, read, areSingle } of sides) {
      const elements = read(scope).find(isList);
      if (!elements || !areSingle.every(isSingle => isSingle(scope))) continue;
      const [only, ...more] = others;
      const kind = more.length === 0 && only?.type ? names[only.type] : 'a single value';
      const line = cure(operator, list, others, elements);
      const whole = writtenInstead(line, comparison, source) ?? line;
      return { list, kind, cure: endsInText(source) ? ifPresent(list.text, whole) : whole };
    }
    return undefined;
  };
}

/** True if an expression sets a text for an empty list, too, as in `topics = "a" ? "x" : "y"`. */
function endsInText(source: string): boolean {
  return /^[^?]{1,160}\?[^?]{1,160}:\s?["'][^"'?]{1,80}["']$/.test(source.trim());
}

/** True if an expression also searches the list, as in `topics = "a" or "a" in topics`: it accepts texts and lists. */
function searchesToo(all: readonly PlacedComparison[], comparison: PlacedComparison): boolean {
  const { left, right } = comparison;
  const compared = [left, ...right].flatMap(({ steps }) => (steps ? JSON.stringify(steps) : []));
  return all.some(
    each =>
      each !== comparison &&
      each.operator === 'in' &&
      each.right.some(({ steps }) => steps !== undefined && compared.includes(JSON.stringify(steps))),
  );
}

/** A list is not an empty text, so `topics != ""` is a correct test for existence. */
function asksForPresence({ left, right }: PlacedComparison): boolean {
  return [left, ...right].some(({ text, isLiteral }) => isLiteral && /^(["'])\1$/.test(text));
}

function readerOf({ steps, text, from }: Side): PathReader | undefined {
  return steps && wholeReader({ steps, text, from });
}

/** True if a side is certainly a single value in an event. */
function singleIn(side: Side, isCut: boolean): (scope: Scope) => boolean {
  if (side.type) return () => true;
  const values = isCut ? undefined : readerOf(side);
  return scope =>
    values?.(scope).some(each => ['string', 'number', 'boolean'].includes(typeof each)) ?? false;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
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
