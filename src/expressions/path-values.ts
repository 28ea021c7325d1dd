import { compile } from './compile.ts';
import type { Expression, Scope } from './expression.ts';
import { pathText } from './path-text.ts';

/** A path as an expression reads it: its steps from the root, and how it is written. */
export interface ReadablePath {
  readonly steps: readonly string[];
  readonly text: string;
}

/** Reads the values that stand at a path of an event, each element of a list by itself. */
export type PathReader = (scope: Scope) => readonly unknown[];

/**
 * Makes a reader of a path. Positions and conditions in brackets count where the path can be read alone; else all that
 * stands at its steps is read.
 */
export function pathReader({ steps, text }: ReadablePath): PathReader {
  const getter = alone(text, steps) ?? alone(pathText(steps), steps);
  return scope => {
    const value = getter?.(scope);
    return value === undefined ? [] : [value].flat(Number.POSITIVE_INFINITY);
  };
}

function alone(text: string, steps: readonly string[]): Expression['evaluateDirectly'] {
  const compiled = compile(text);
  if (!('expression' in compiled)) return undefined;
  const { path, evaluateDirectly } = compiled.expression;
  return path?.length === steps.length && path.every((step, at) => step === steps[at])
    ? evaluateDirectly
    : undefined;
}
