import { nearest } from '../../diagnostics/nearest.ts';
import type { Scope } from '../../expressions/expression.ts';
import { keyText, pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';

import { isJson } from '../json-in-text.ts';
import { noAnswers } from './answer-miss.ts';

/** The end of a path without a value. */
export interface PathMiss {
  /** In words: `form_response has no "hiden"; it has form_id and hidden`. */
  readonly words: string;
  /** The nearest existing path, as an expression writes it. */
  readonly nearest?: string;
}

/**
 * Returns the place at which a path ends because the event has no further value, and a similar existing path;
 * undefined if the event has the value.
 */
export function pathMiss(path: readonly string[], scope: Scope): PathMiss | undefined {
  const [first = ''] = path;
  const end = endOf(path, scope);
  if (!end) return undefined;
  return end.reached.length === 0 && first.startsWith('$')
    ? { words: noVariable(first) }
    : missAt(end, scope);
}

/** The last existing place of a path. */
interface End {
  readonly reached: readonly string[];
  /** The values at that place; for lists, each of their elements. */
  readonly inside: readonly unknown[];
  /** The steps that do not exist. */
  readonly missed: readonly string[];
}

/** Returns the end of a path; undefined if it leads to a value. */
function endOf(path: readonly string[], { input, bindings }: Scope): End | undefined {
  const [first = ''] = path;
  let inside: readonly unknown[] = [input].flat(Number.POSITIVE_INFINITY);
  for (const [index, step] of path.entries()) {
    const isVariable = index === 0 && first.startsWith('$');
    const values = isVariable
      ? [ownValue(bindings, step.slice(1))]
      : inside.map(each => ownValue(each, step));
    const found = values.filter(each => each !== undefined);
    if (found.length === 0) return { reached: path.slice(0, index), inside, missed: path.slice(index) };
    inside = found.flat(Number.POSITIVE_INFINITY);
  }
  return undefined;
}

function noVariable(name: string): string {
  if (name === '$answers') return noAnswers;
  if (name === '$linked') return 'no customer number is known for the link';
  return `there is no ${name} in this event`;
}

function missAt({ reached, inside, missed }: End, scope: Scope): PathMiss {
  const [step = '', ...further] = missed;
  const keys = [...new Set(inside.flatMap(keysOf))];
  const where = reached.length === 0 ? 'the payload' : pathText(reached);
  const [key] = nearest(step, keys);
  const meant = key === undefined ? elsewhere(missed, scope) : [...reached, key, ...further];
  const near = meant && longestThere(meant, scope);
  if (keys.length === 0) return { words: `${where} is ${kindOf(inside)}`, ...withNearest(near) };
  const some = keys.slice(0, 6).map(keyText);
  const more = keys.length > some.length ? `, and ${keys.length - some.length} more` : '';
  const has = near === undefined ? `; it has ${some.join(', ')}${more}` : '';
  return { words: `${where} has no ${JSON.stringify(step)}${has}`, ...withNearest(near) };
}

function withNearest(path: readonly string[] | undefined): { nearest?: string } {
  return path === undefined ? {} : { nearest: pathText(path) };
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

function kindOf(inside: readonly unknown[]): string {
  if (inside.some(isJson)) return 'a text with JSON in it, which jsonField at the source reads';
  if (inside.length === 0) return 'an empty list';
  if (inside.every(each => each === null)) return 'null';
  if (inside.every(each => typeof each === 'object')) return 'empty';
  return inside.length > 1 ? 'a list of values without parts' : `a ${nameOf(inside[0])} without parts`;
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Returns the existing part of a path, so that every suggested path exists. */
function longestThere(path: readonly string[], scope: Scope): readonly string[] {
  for (let length = path.length; length > 1; length -= 1) {
    const part = path.slice(0, length);
    if (!endOf(part, scope)) return part;
  }
  return path.slice(0, 1);
}

const mostVisited = 5_000;
const mostDeep = 8;

/** Returns a path in the answers or the payload whose last step is the missing one, or similar to it. */
function elsewhere(missed: readonly string[], scope: Scope): readonly string[] | undefined {
  const last = missed.at(-1) ?? '';
  const paths = new Map<string, readonly string[]>();
  let left = mostVisited;
  const visit = (value: unknown, path: readonly string[]): void => {
    left -= 1;
    if (left < 0 || path.length > mostDeep) return;
    if (Array.isArray(value)) {
      for (const each of value) visit(each, path);
      return;
    }
    for (const key of keysOf(value)) {
      if (!paths.has(key)) paths.set(key, [...path, key]);
      visit(ownValue(value, key), [...path, key]);
    }
  };
  visit(scope.bindings.answers, ['$answers']);
  visit(scope.input, []);
  const [near] = nearest(last, paths.keys());
  return paths.get(last) ?? (near === undefined ? undefined : paths.get(near));
}
