import type { Expression, Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { isEqual, ownValue } from '../../expressions/plain-value.ts';
import { mostPlaces, type PayloadPlace, payloadPlaces } from './payload-places.ts';
import { runAlone } from './run-alone.ts';

/** The number of entries that are told apart. */
const mostEntries = 1_000;

/**
 * Returns the places of the values that an expression takes along its path. If it takes only some entries of a list,
 * by a condition or a position, only their places are returned.
 */
export async function placesTaken(
  { source, path }: Pick<Expression, 'source' | 'path'>,
  value: unknown,
  scope: Scope,
): Promise<readonly PayloadPlace[]> {
  if (!path) return [];
  if (source === pathText(path)) return payloadPlaces(path, scope);
  const all = payloadPlaces(path, scope, mostEntries);
  const entries = all.flatMap(place => entriesAt(place, scope.input));
  if (entries.length < 2) return all;
  const ran = await runAlone(source, { ...scope, input: withMarks(scope.input, entries) });
  const marks = new Set(ran && 'value' in ran ? [ran.value].flat() : []);
  const marked = entries.filter((_, index) => marks.has(markOf(index)));
  // A condition on the marked values themselves is no longer true.
  const values = [value].flat();
  const taken =
    marked.length > 0
      ? marked
      : entries.filter(place => values.some(each => isEqual(each, valueAt(place, scope.input))));
  return (taken.length === 0 || taken.length === entries.length ? all : taken).slice(0, mostPlaces);
}

function entriesAt(place: PayloadPlace, input: unknown): readonly PayloadPlace[] {
  const value = valueAt(place, input);
  return Array.isArray(value) ? value.map((_, index) => [...place, index]) : [place];
}

function valueAt(place: PayloadPlace, input: unknown): unknown {
  return place.reduce<unknown>((value, step) => ownValue(value, String(step)), input);
}

/** Returns a copy of a payload that has a different text at each of these places. */
function withMarks(input: unknown, places: readonly PayloadPlace[]): unknown {
  const copy: unknown = structuredClone(input);
  for (const [index, place] of places.entries()) {
    const holder = valueAt(place.slice(0, -1), copy) as Record<string | number, unknown>;
    holder[place.at(-1) ?? ''] = markOf(index);
  }
  return copy;
}

function markOf(index: number): string {
  return `the value of entry ${index}`;
}
