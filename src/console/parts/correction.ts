import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MappingTrace } from '../../mapping/explain/trace.ts';
import { placeKey } from './pointing.ts';

/** A place in a payload: names of properties, and positions in lists. */
export type ValuePlace = readonly (string | number)[];

/** A value in a payload that contains no other values. */
export interface Leaf {
  readonly place: ValuePlace;
  readonly value: string | number | boolean | null;
}

/** Returns all values of a payload, in its order. */
export function leavesOf(value: unknown, place: ValuePlace = []): readonly Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
      ? value.map((each, at) => [at, each] as const)
      : Object.entries(value);
    return entries.flatMap(([step, each]) => leavesOf(each, [...place, step]));
  }
  return [{ place, value: value as Leaf['value'] }];
}

/** Returns a place in readable form: `contact.phone`, `answers[0].value`. */
export function placeText(place: ValuePlace): string {
  return place.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Returns the corrected value: a number or a boolean keeps its type if the text is written like one. */
export function writtenValue(before: Leaf['value'], text: string): unknown {
  const isNumber = typeof before === 'number' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text);
  if (isNumber || (typeof before === 'boolean' && /^(?:true|false)$/.test(text))) return JSON.parse(text);
  return text;
}

/** Returns the JSON Merge Patch for these changes of a payload. A list is replaced as a whole. */
export function patchOf(
  payload: unknown,
  changes: readonly { readonly place: ValuePlace; readonly value: unknown }[],
): Readonly<Record<string, unknown>> {
  const corrected = changes.reduce((whole, { place, value }) => withValue(whole, place, value), payload);
  return changes.reduce<Readonly<Record<string, unknown>>>((patch, { place }) => {
    const list = place.findIndex(step => typeof step === 'number');
    const whole = list === -1 ? place : place.slice(0, list);
    return withValue(patch, whole, valueAt(corrected, whole)) as typeof patch;
  }, {});
}

function valueAt(value: unknown, place: ValuePlace): unknown {
  return place.reduce<unknown>((whole, step) => (whole as Record<string | number, unknown>)?.[step], value);
}

function withValue(whole: unknown, place: ValuePlace, value: unknown): unknown {
  const [step, ...further] = place;
  if (step === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((each, at) => (at === step ? withValue(each, further, value) : each));
  const properties = new Map(Object.entries(whole ?? {}));
  const name = String(step);
  return Object.fromEntries(properties.set(name, withValue(properties.get(name), further, value)));
}

/** The parts of a call that a code is about, for codes whose diagnostics have no path. */
const partsOfCode: Readonly<Record<string, readonly string[]>> = {
  'delivery/unknown-customer': ['id', 'customerId'],
  'check/bad-number': ['id', 'customerId'],
  'delivery/unknown-appointment': ['appointmentId'],
};

/** Returns the places in a payload whose values caused the errors of an event, in the form of `placeKey`. */
export function faultyPlaces(
  event: {
    readonly calls: readonly { readonly mapping: string; readonly diagnostics: readonly Diagnostic[] }[];
  },
  traces: readonly MappingTrace[],
): ReadonlySet<string> {
  const places = event.calls.flatMap(({ mapping, diagnostics }) => {
    const wrong = diagnostics.filter(({ severity }) => severity === 'error');
    const parts = wrong.flatMap(({ code, path }) =>
      path === undefined ? (partsOfCode[code] ?? []) : [path],
    );
    const trace = traces.find(each => each.mapping === mapping);
    return (trace?.parts ?? [])
      .filter(({ part }) => parts.includes(part))
      .flatMap(({ steps }) => steps.flatMap(step => step.places ?? []));
  });
  return new Set(places.map(place => placeKey(place)));
}

/**
 * Returns the questions of a form whose answers are values of its payload, by the text of their places. A value that occurs
 * twice, in the payload or among the answers, is left out: its question would be a guess.
 */
export function questionsOfLeaves(
  leaves: readonly Leaf[],
  answers: readonly { readonly question: string; readonly value: unknown }[],
): ReadonlyMap<string, string> {
  const answered = answers.flatMap(({ question, value }) =>
    leavesOf(value).map(leaf => ({ question, value: leaf.value })),
  );
  const once = <Each extends { readonly value: unknown }>(all: readonly Each[], value: unknown) => {
    const same = all.filter(each => each.value === value);
    return same.length === 1 ? same[0] : undefined;
  };
  return new Map(
    leaves.flatMap(leaf => {
      const found = once(leaves, leaf.value) && once(answered, leaf.value);
      return found ? [[placeText(leaf.place), found.question] as const] : [];
    }),
  );
}
