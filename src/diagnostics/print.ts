import { styleText } from 'node:util';
import { counted } from './counted.ts';
import type { Diagnostic, Place } from './diagnostic.ts';
import type { Severity } from './severity.ts';
import { escapeText } from './visible-text.ts';

/** The options for printing diagnostics. */
export interface PrintOptions {
  /** True if the output is a terminal that shows colours. */
  readonly color: boolean;
  /** The width of a terminal: longer lines of a file are shown in part. */
  readonly columns?: number | undefined;
}

/**
 * Prints diagnostics for people, sorted: a line with place, message and code, the line of the file with the
 * place marked, and the hint. `textOf` returns the text of the file of a place; without it, no line of the
 * file is shown. Control characters from files and payloads are escaped. The result ends with a line break,
 * unless it is empty.
 */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string | undefined,
  { color, columns }: PrintOptions,
): string {
  const paint: Paint = (style, text) =>
    color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const known = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string) => {
    if (!known.has(file)) known.set(file, textOf(file)?.split('\n'));
    return known.get(file);
  };
  return sortDiagnostics(diagnostics)
    .map(each => `${printOne(each, linesOf, { paint, columns }).join('\n')}\n`)
    .join('');
}

/** Sorts diagnostics by file, line, column and code. Those without a place come last, by path and code. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      comparePlaces(a.place, b.place) ||
      compareTexts(a.path ?? '', b.path ?? '') ||
      compareTexts(a.code, b.code),
  );
}

/** Returns the number of diagnostics in one line: `2 errors, 1 warning`; `no problems` if there are none. */
export function summarizeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning', 'info'] as const).flatMap(severity => {
    const count = diagnostics.filter(each => each.severity === severity).length;
    const noun = severity === 'info' ? 'note' : severity;
    return count === 0 ? [] : [counted(count, noun)];
  });
  return parts.length === 0 ? 'no problems' : parts.join(', ');
}

type Style = 'bold' | 'red' | 'yellow' | 'cyan' | 'dim';
type Paint = (style: Style, text: string) => string;

interface Look {
  readonly paint: Paint;
  readonly columns: number | undefined;
}

const severityStyle: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', info: 'cyan' };

function comparePlaces(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  return compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function printOne(
  { code, severity, message, hint, place, instead, path }: Diagnostic,
  linesOf: (file: string) => readonly string[] | undefined,
  { paint, columns }: Look,
): string[] {
  const where = place ? `${escapeText(place.file)}:${place.line}:${place.column}: ` : '';
  const style = severityStyle[severity];
  const header = `${paint('bold', where)}${paint(style, `${severity}:`)} ${escapeText(message)} [${code}]`;
  const line = place && linesOf(place.file)?.[place.line - 1]?.replace(/\r$/, '');
  const indent = ' '.repeat((line === undefined ? 2 : String(place?.line).length) + 1);
  return [
    header,
    ...(place && line !== undefined ? frame(place, line, style, { paint, columns }) : []),
    ...(path === undefined ? [] : [`${indent}path: ${escapeText(path)}`]),
    ...(hint === undefined ? [] : [`${indent}hint: ${escapeText(hint)}`]),
    ...(instead === undefined || line === undefined ? [] : [`${indent}write: ${escapeText(instead.trim())}`]),
  ];
}

const maxLineWidth = 110;

/** Returns the width of the part of a long line that fits with the gutter and the dots at both ends. */
function lineWidth(place: Place, columns: number | undefined): number {
  if (columns === undefined) return maxLineWidth;
  const besides = `${place.line} | `.length + 2 * '...'.length;
  return Math.max(20, Math.min(maxLineWidth, columns - besides));
}

function frame(place: Place, line: string, style: Style, { paint, columns }: Look): string[] {
  const width = lineWidth(place, columns);
  const start = Math.min(place.column - 1, line.length);
  const lead = Math.min(40, Math.floor(width * 0.4));
  const from = line.length <= width || start < width / 2 ? 0 : start - lead;
  const to = Math.min(line.length, from + width);
  const before = (from > 0 ? '...' : '') + escapeText(line.slice(from, start));
  const marked = escapeText(line.slice(start, Math.min(start + (place.length ?? 1), to)));
  const shown = (from > 0 ? '...' : '') + escapeText(line.slice(from, to)) + (to < line.length ? '...' : '');
  const number = String(place.line);
  const gutter = ' '.repeat(number.length);
  const carets = '^'.repeat(Math.max(widthOf(marked), 1));
  return [
    paint('dim', `${gutter} |`),
    `${paint('dim', `${number} |`)} ${shown}`.trimEnd(),
    `${paint('dim', `${gutter} |`)} ${' '.repeat(widthOf(before))}${paint(style, carets)}`,
  ];
}

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns the number of columns that a text takes in a terminal. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
