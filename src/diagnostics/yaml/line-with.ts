import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { inQuotes } from './braces.ts';
import type { YamlPath, YamlSource } from './source.ts';

/** A text, or a map with one key and a text. */
export type LineValue = string | Readonly<Record<string, string>>;

/**
 * Returns a line of a file with another value at a path, as valid YAML. Undefined if the value takes more
 * than one line, or if the line cannot be read without the lines around it.
 */
export function lineWith(source: YamlSource, path: YamlPath, value: LineValue): string | undefined {
  const [start, end] = source.extentOf(path) ?? [];
  if (start === undefined || end === undefined || source.text.slice(start, end).includes('\n'))
    return undefined;
  const from = source.text.lastIndexOf('\n', start - 1) + 1;
  const newline = source.text.indexOf('\n', end);
  const line = source.text.slice(from, newline < 0 ? undefined : newline).replace(/\r$/, '');
  const before = line.slice(0, start - from);
  const behind = line.slice(end - from);
  // A mark that does not occur elsewhere on the line.
  const marked = readLine(before + mark + behind);
  if (marked === undefined) return undefined;
  const wanted = withValue(marked.value, value);
  return writings(value)
    .map(each => before + each + behind)
    .find(each => isDeepStrictEqual(readLine(each)?.value, wanted));
}

const mark = 'x7f0e4mark';

function withValue(read: unknown, value: LineValue): unknown {
  if (read === mark) return value;
  if (Array.isArray(read)) return read.map(each => withValue(each, value));
  if (typeof read !== 'object' || read === null) return read;
  return Object.fromEntries(Object.entries(read).map(([key, each]) => [key, withValue(each, value)]));
}

function readLine(line: string): { readonly value: unknown } | undefined {
  const document = parseDocument(line, { version: '1.2', schema: 'core', logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : { value: document.toJS() as unknown };
}

/** Returns the ways to write a value in one line, the simplest first. */
function writings(value: LineValue): readonly string[] {
  const [only, ...more] = typeof value === 'string' ? [] : Object.entries(value);
  if (typeof value === 'string') return [value, inQuotes(value), JSON.stringify(value)];
  if (!only || more.length > 0) return [];
  const [key, text] = only;
  return writings(text).map(each => `{${key}: ${each}}`);
}
