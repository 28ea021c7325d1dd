import { type Diagnostic, diagnostic } from '../diagnostic.ts';
import { hasLookAlike, lookAlikeOf } from '../look-alikes.ts';
import { inQuotes } from './braces.ts';
import type { YamlPath, YamlSource } from './source.ts';

/** True if nothing should be reported about the value at a path. */
type IsLeft = (path: YamlPath, value: unknown) => boolean;

/** The maximum number of reported lines. */
const mostLines = 20;

/**
 * Warns about keys and texts in quotes of a word processor without other quotes: `value: “Stammkunde”`. YAML
 * treats these as a part of the text. `isLeft`: true for values that are reported elsewhere or allowed.
 */
export function sentQuotes(source: YamlSource, isLeft: IsLeft): readonly Diagnostic[] {
  if (!hasLookAlike(source.text, 'doubleQuotes', 'singleQuotes')) return [];
  const lines = new Map<number, Quoted[]>();
  const note = (extent: readonly [number, number] | undefined, text: unknown): void => {
    if (extent === undefined || typeof text !== 'string' || source.text.slice(...extent) !== text) return;
    if (!isQuoted(text)) return;
    const from = source.text.lastIndexOf('\n', extent[0] - 1) + 1;
    lines.set(from, [...(lines.get(from) ?? []), { start: extent[0], text }]);
  };
  const visit = (value: unknown, path: YamlPath): void => {
    if (isLeft(path, value)) return;
    if (typeof value !== 'object' || value === null) {
      note(source.extentOf(path), value);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      if (!Array.isArray(value)) note(source.keyExtentOf(at), key);
      visit(item, at);
    }
  };
  visit(source.value, []);
  return [...lines].slice(0, mostLines).map(([from, all]) => told(source, from, all));
}

function isQuoted(text: string): boolean {
  const signs = [...text].map(lookAlikeOf);
  const [first] = signs;
  const isQuote = first === 'doubleQuotes' || first === 'singleQuotes';
  return isQuote && signs.length > 2 && signs.at(-1) === first && !signs.slice(1, -1).includes(first);
}

interface Quoted {
  readonly start: number;
  readonly text: string;
}

function told({ file, text }: YamlSource, from: number, all: readonly Quoted[]): Diagnostic {
  const newline = text.indexOf('\n', from);
  let instead = text.slice(from, newline < 0 ? undefined : newline).replace(/\r$/, '');
  const ordered = [...all].sort((one, other) => one.start - other.start);
  for (const { start, text: before } of ordered.toReversed()) {
    const at = start - from;
    instead = instead.slice(0, at) + inQuotes(before.slice(1, -1)) + instead.slice(at + before.length);
  }
  const [first] = ordered;
  const shown = first?.text ?? '';
  const place = {
    file,
    line: text.slice(0, from).split('\n').length,
    column: (first?.start ?? from) - from + 1,
    length: shown.length,
  };
  const message = `${shown[0]} is not a quotation mark in YAML, so it is part of the text`;
  const hint = 'to send them, put the whole text in straight quotes';
  return diagnostic('yaml/sent-quotes', message, { hint, place, instead });
}
