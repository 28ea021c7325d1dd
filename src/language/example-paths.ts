import { pathBelow, pathText } from '../expressions/paths/path-text.ts';
import { isValueKey } from '../history/capture/value-kind.ts';
import { namesCredential } from '../receive/redaction/credentials.ts';
import type { ExampleEvent, Knowledge } from './knowledge.ts';

/** A path in events, with its values. */
export interface ExamplePath {
  /** The keys; lists are searched, as in expressions. `$headers` and similar paths begin with the variable. */
  readonly keys: readonly string[];
  /** The path in the syntax of an expression. */
  readonly written: string;
  /** The types of its values: `text`, `number`, `true or false`, `list`, `object`. */
  readonly types: ReadonlySet<string>;
  /** A few single values: the first one of each event. */
  readonly values: readonly unknown[];
  /** The number of events that have it. */
  readonly events: number;
}

/** Limits: data with more paths or deeper ones have data as keys. */
const mostPaths = 1_500;
const maxDepth = 12;
const mostElements = 20;
const mostValues = 5;

interface Gathered {
  readonly keys: readonly string[];
  readonly written: string;
  readonly types: Set<string>;
  readonly values: unknown[];
  readonly seen: Set<ExampleEvent>;
}

const kept = new WeakMap<readonly ExampleEvent[], readonly ExamplePath[]>();

/**
 * Returns the paths of events, in the order of their keys. Keys that are addresses or numbers of people are data, and
 * left out, as are passwords and tokens.
 */
function examplePaths(events: readonly ExampleEvent[]): readonly ExamplePath[] {
  const before = kept.get(events);
  if (before) return before;
  const all = new Map<string, Gathered>();
  for (const event of events) {
    const { payload, headers, query, answers, event: about } = event.input;
    visit(all, event, payload, [], '');
    for (const [name, value] of Object.entries({ answers, headers, query, event: about })) {
      if (value !== undefined) visit(all, event, value, [`$${name}`], `$${name}`);
    }
  }
  const paths = [...all.values()].map(({ keys, written, types, values, seen }) => ({
    keys,
    written,
    types,
    values,
    events: seen.size,
  }));
  kept.set(events, paths);
  return paths;
}

function visit(
  all: Map<string, Gathered>,
  event: ExampleEvent,
  value: unknown,
  keys: readonly string[],
  written: string,
): void {
  if (keys.length > maxDepth) return;
  if (keys.length > 0 && !add(all, event, value, keys, written)) return;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value.slice(0, mostElements)) visit(all, event, each, keys, written);
    return;
  }
  for (const [key, each] of Object.entries(value)) {
    if (key === '' || isValueKey(key) || namesCredential([...keys, key], undefined)) continue;
    const next = written === '' ? pathText([key]) : pathBelow(written, key);
    visit(all, event, each, [...keys, key], next);
  }
}

function add(
  all: Map<string, Gathered>,
  event: ExampleEvent,
  value: unknown,
  keys: readonly string[],
  written: string,
): boolean {
  let known = all.get(written);
  if (known === undefined) {
    if (all.size >= mostPaths) return false;
    known = { keys, written, types: new Set(), values: [], seen: new Set() };
    all.set(written, known);
  }
  known.types.add(typeWords(value));
  const isFirst = !known.seen.has(event);
  known.seen.add(event);
  if (isFirst && isSingle(value) && known.values.length < mostValues) known.values.push(value);
  return true;
}

function isSingle(value: unknown): boolean {
  return value !== null && value !== '' && typeof value !== 'object';
}

function typeWords(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'true or false' : typeof value;
}

/** Returns the paths whose names may be shown. */
export function shownPaths({ events, masked, showsName }: Knowledge): readonly ExamplePath[] {
  const paths = examplePaths(events);
  if (!masked) return paths;
  return paths.filter(({ keys }) => keys.every(key => /^\$/.test(key) || showsName(key)));
}

/** Returns the paths below some keys, each with its remaining keys. */
export function pathsBelow(
  paths: readonly ExamplePath[],
  keys: readonly string[],
): readonly { readonly path: ExamplePath; readonly rest: readonly string[] }[] {
  return paths.flatMap(path => {
    const starts = path.keys.length > keys.length && keys.every((key, index) => path.keys[index] === key);
    return starts ? [{ path, rest: path.keys.slice(keys.length) }] : [];
  });
}

/** Returns the different single values of a path in events, the most frequent first. */
export function valuesAt(events: readonly ExampleEvent[], keys: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { input } of events) {
    const [first = '', ...rest] = keys;
    const root: unknown = first.startsWith('$') ? Reflect.get(input, first.slice(1)) : input.payload;
    for (const value of walk(root, first.startsWith('$') ? rest : keys)) {
      if (!isSingle(value)) continue;
      const text = String(value);
      if (text.length <= 80) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([text]) => text);
}

function walk(value: unknown, keys: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, 200).flatMap(each => walk(each, keys));
  const [key, ...rest] = keys;
  if (key === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  return walk((value as Record<string, unknown>)[key], rest);
}
