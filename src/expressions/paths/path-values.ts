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
  const getter = alone(text, steps) ?? alone(pathText(steps), steps);
  return scope => {
    const value = getter?.(scope);
    return value === undefined ? [] : [value].flat(Number.POSITIVE_INFINITY);
  };
}

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
  const contexts = from === 0 ? undefined : pathReader({ steps: outside, text: pathText(outside) });
  return scope => (contexts ? contexts(scope).map(input => getter({ ...scope, input })) : [getter(scope)]);
}

function alone(text: string, steps: readonly string[]): Expression['evaluateDirectly'] {
  const compiled = compile(text);
  if (!('expression' in compiled)) return undefined;
  const { path, evaluateDirectly } = compiled.expression;
  return path?.length === steps.length && path.every((step, at) => step === steps[at])
    ? evaluateDirectly
    : undefined;
}
