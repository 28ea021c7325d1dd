import type { Scope } from '../../expressions/expression.ts';
import { ownValue } from '../../expressions/plain-value.ts';

/** A place in the payload: the keys and the positions in lists that lead to it from the root. */
export type PayloadPlace = readonly (string | number)[];

/** The number of places that are shown of a value. */
export const mostPlaces = 20;
const mostVisited = 5_000;

/**
 * Returns the places of a path's values in the payload, through every element of lists; at most 20 unless `most` says
 * otherwise. An answer has a place only if the payload contains its value exactly once, or once near the name of its
 * question, or if one object has the name of its question and a property "value", as an answer by the id of an option,
 * or if it is a part of an answer that is an object.
 */
export function payloadPlaces(
  path: readonly string[],
  { input, bindings }: Scope,
  most = mostPlaces,
): readonly PayloadPlace[] {
  const [first = '', ...rest] = path;
  if (first === '$answers') {
    const inside = insideOfAnswer(rest, bindings.answers, input);
    if (inside) return inside;
    const answers = follow([{ place: [], value: bindings.answers }], rest);
    const places = answers.length === 1 ? placesOfValue(answers[0]?.value, input) : [];
    const beside = places.length > 1 ? besideQuestion(places, rest[0] ?? '', input) : places;
    if (beside.some(place => !place.includes('options')) || rest.length !== 1) return beside;
    const value = valueOfQuestion(rest[0] ?? '', input);
    return value ? [value] : beside;
  }
  if (first.startsWith('$') && first !== '$' && first !== '$$') return [];
  const steps = first.startsWith('$') ? rest : path;
  return follow([{ place: [], value: input }], steps)
    .slice(0, most)
    .map(({ place }) => place);
}

/** Returns the place of a part of an answer, such as `birthDate.day`, whose object stands in the payload once. */
function insideOfAnswer(
  rest: readonly string[],
  answers: unknown,
  input: unknown,
): readonly PayloadPlace[] | undefined {
  const [name = '', ...parts] = rest;
  const whole = parts.length === 0 ? undefined : ownValue(answers, name);
  if (typeof whole !== 'object' || whole === null) return undefined;
  // The same object, not an equal one.
  const [place, ...others] = placesOfValue(whole, input);
  if (place === undefined || others.length > 0) return undefined;
  const found = follow([{ place, value: whole }], parts);
  return found.length === 0 ? undefined : found.map(each => each.place);
}

interface Found {
  readonly place: PayloadPlace;
  readonly value: unknown;
}

function follow(start: readonly Found[], steps: readonly string[]): readonly Found[] {
  let found = start;
  for (const step of steps) {
    found = found.flatMap(elementsOf).flatMap(({ place, value }) => {
      const inner = ownValue(value, step);
      return inner === undefined ? [] : [{ place: [...place, step], value: inner }];
    });
  }
  return found;
}

function elementsOf({ place, value }: Found): readonly Found[] {
  if (!Array.isArray(value)) return [{ place, value }];
  return value.flatMap((each, at) => elementsOf({ place: [...place, at], value: each }));
}

/** The number of levels above a value that are searched for the name of its question. */
const furthest = 3;

/** Returns the place nearest to the name of a question; empty if that is unclear. */
function besideQuestion(
  places: readonly PayloadPlace[],
  question: string,
  input: unknown,
): readonly PayloadPlace[] {
  for (let up = 1; up <= furthest; up += 1) {
    const near = places.filter(place => {
      if (isNameOf(String(place.at(-up)), question)) return true;
      const around = place
        .slice(0, -up)
        .reduce<unknown>((value, step) => ownValue(value, String(step)), input);
      return names(around, question, 2);
    });
    if (near.length > 0) return near.length === 1 ? near : [];
  }
  return [];
}

/** True for the name of a question, also with its number before it: `q12_pain`. */
function isNameOf(key: string, question: string): boolean {
  return key === question || key.endsWith(`_${question}`) || /^q(\d+)_/.exec(key)?.[1] === question;
}

/** Returns the place of the property "value" in the only object with the name of a question. */
function valueOfQuestion(question: string, input: unknown): PayloadPlace | undefined {
  const [found, ...others] = placesWhere(
    each => isPlain(ownValue(each, 'value')) && names(each, question, 1),
    input,
  );
  return found && others.length === 0 ? [...found, 'value'] : undefined;
}

/** True for a value that is there, and contains no object. */
function isPlain(value: unknown): boolean {
  return value !== undefined && [value].flat().every(each => typeof each !== 'object' || each === null);
}

/** True if an object contains a text, also in inner objects but not in lists. */
function names(value: unknown, text: string, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some(each =>
    typeof each === 'object' && each !== null
      ? depth > 1 && names(each, text, depth - 1)
      : String(each) === text,
  );
}

function placesOfValue(wanted: unknown, input: unknown): readonly PayloadPlace[] {
  return wanted === undefined ? [] : placesWhere(each => each === wanted, input);
}

/** Returns the places whose value fulfils a condition; empty if the search would take too long. */
function placesWhere(isWanted: (value: unknown) => boolean, input: unknown): readonly PayloadPlace[] {
  const open: Found[] = [{ place: [], value: input }];
  const places: PayloadPlace[] = [];
  let left = mostVisited;
  for (let next = open.pop(); next !== undefined && left > 0; next = open.pop()) {
    left -= 1;
    const { place, value } = next;
    if (isWanted(value)) places.push(place);
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value))
      open.push({ place: [...place, isList ? Number(key) : key], value: each });
  }
  return left > 0 ? places : [];
}
