import { onceFor } from '../../diagnostics/once-for.ts';
import { compile } from '../compile.ts';
import type { Expression, Scope } from '../expression.ts';
import { pathText } from './path-text.ts';

/** A path: its steps from the root, and its text. */
export interface ReadablePath {
  readonly steps: readonly string[];
  readonly text: string;
}

/** Reads the values at a path of an event, each element of a list separately. */
export type PathReader = (scope: Scope) => readonly unknown[];

/**
 * Creates a reader of a path. Positions and conditions in brackets apply if the path can be read alone; otherwise all
 * values at its steps are read.
 */
export function pathReader({ steps, text }: ReadablePath): PathReader {
  const own = alone(text, steps);
  // Inside of brackets, the text is only the end of the path.
  const whole = own ? text : pathText(steps);
  const getter = own ?? alone(whole, steps);
  return oncePerPayload(whole, scope => {
    const value = getter?.(scope);
    return value === undefined ? [] : [value].flat(Number.POSITIVE_INFINITY);
  });
}

/** Several questions about an event read the same paths. A path without variables reads the payload only. */
function oncePerPayload(text: string, read: PathReader): PathReader {
  if (text.includes('$')) return read;
  return scope => {
    if (typeof scope.input !== 'object' || scope.input === null) return read(scope);
    const known = readBefore(scope.input);
    const before = known.get(text);
    if (before) return before;
    const values = read(scope);
    known.set(text, values);
    return values;
  };
}

const readBefore = onceFor((_: object) => new Map<string, readonly unknown[]>());

/**
 * Makes a reader of the whole values of a path, in which a list stays a list. It reads one value, or one for
 * each value of the first `from` steps if the path is inside of brackets. Undefined if the path cannot be
 * read alone.
 */
export function wholeReader({
  steps,
  text,
  from,
}: ReadablePath & { readonly from: number }): PathReader | undefined {
  const getter = alone(text, steps.slice(from));
  if (!getter) return undefined;
  const outside = steps.slice(0, from);
  if (from === 0) return scope => [getter(scope)];
  const place = pathText(outside);
  const contexts = pathReader({ steps: outside, text: place });
  return oncePerPayload(`${place}\n${text}`, scope => {
    const { bindings, reading } = scope;
    return contexts(scope).map(input => getter({ input, bindings, reading }));
  });
}

function alone(text: string, steps: readonly string[]): Expression['evaluateDirectly'] {
  const compiled = compile(text);
  if (!('expression' in compiled)) return undefined;
  const { path, evaluateDirectly } = compiled.expression;
  return path?.length === steps.length && path.every((step, at) => step === steps[at])
    ? evaluateDirectly
    : undefined;
}
