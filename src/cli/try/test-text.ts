import type { TestedMapping } from '../../deliver/planning/test-mapping.ts';
import { counted } from '../../diagnostics/counted.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { readWords } from '../../mapping/explain/read-words.ts';
import type { Mismatch } from '../../mapping/tests/differences.ts';
import type { TestResult } from '../../mapping/tests/run-tests.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';
import { shortPath, show } from '../workspace.ts';

type Style = Parameters<Paint>[0];

interface Page {
  readonly columns: number;
  readonly paint: Paint;
  readonly surroundings: Surroundings;
  readonly texts: ReadonlyMap<string, string>;
}

/** Formats test results for people: a line for each test, and the differences of failed ones with places. */
export function testText(
  all: readonly TestedMapping[],
  texts: ReadonlyMap<string, string>,
  surroundings: Surroundings,
): string {
  const page = { columns: columnsOf(surroundings.out), paint: painter(surroundings), surroundings, texts };
  const lines = all.flatMap(({ mapping, results }) => [
    `${mapping.name}${results.length === 0 ? page.paint('yellow', '  no tests') : ''}`,
    ...results.flatMap((result, index) => [
      ...resultLines(result, { results, index, page }),
      ...diagnosticLines(warningsOf(result, results.slice(0, index)), page),
    ]),
  ]);
  return lines.map(line => `${line}\n`).join('');
}

const margin = 6;

/** The place of a result among all tests of its mapping. */
interface InMapping {
  readonly results: readonly TestResult[];
  readonly index: number;
  readonly page: Page;
}

function resultLines(result: TestResult, among: InMapping): readonly string[] {
  const { page } = among;
  const { paint, surroundings } = page;
  if (result.passed) return [`  ${paint('green', '✓')} ${result.name}`];
  const place = `${shortPath(result.place.file, surroundings)}:${result.place.line}`;
  const calls = [...new Set(result.differences.map(each => each.call))];
  return [
    `  ${paint('red', '✗')} ${result.name}`,
    indented(paint('gray', place), page),
    ...result.reasons.map(reason => indented(escapeText(reason), page)),
    ...faultLines(result, among),
    ...calls.flatMap(call => [
      ...(calls.length > 1 ? [indented(`call ${call}`, page)] : []),
      ...differenceLines(
        result.differences.filter(each => each.call === call),
        page,
      ),
    ]),
  ];
}

/** Shows a fault of several tests once, with their number. */
function faultLines({ faults }: TestResult, { results, index, page }: InMapping): readonly string[] {
  const textOf = ({ code, path, message }: Diagnostic) => `${code} ${path} ${message}`;
  const has = (other: TestResult, fault: Diagnostic) =>
    other.faults.some(each => textOf(each) === textOf(fault));
  return faults.flatMap(fault => {
    const first = results.slice(0, index).find(each => has(each, fault));
    if (first) return [indented(escapeText(`the same error as in ${first.name} [${fault.code}]`), page)];
    const more = results.slice(index + 1).filter(each => has(each, fault)).length;
    const others =
      more === 0
        ? []
        : [indented(`${counted(more, 'more test fails', 'more tests fail')} with this error`, page)];
    return [...diagnosticLines([fault], page), ...others];
  });
}

function indented(text: string, { columns }: Page): string {
  return ' '.repeat(margin) + wrap(text, columns, margin);
}

/** Leaves out warnings that earlier tests have shown for the same place. */
function warningsOf({ diagnostics }: TestResult, before: readonly TestResult[]): readonly Diagnostic[] {
  const known = new Set(before.flatMap(each => each.diagnostics).map(keyOf));
  return diagnostics.filter(each => each.severity === 'warning' && !known.has(keyOf(each)));
}

function keyOf({ code, path, place }: Diagnostic): string {
  return `${code} ${path} ${place?.line}:${place?.column}`;
}

function diagnosticLines(
  diagnostics: readonly Diagnostic[],
  { surroundings, texts }: Page,
): readonly string[] {
  const { isTTY = false, columns } = surroundings.out;
  const stream = { isTTY, ...(columns !== undefined && { columns: columns - margin }) };
  const text = show(diagnostics, texts, surroundings, stream).trimEnd();
  return text === '' ? [] : text.split('\n').map(line => ' '.repeat(margin) + line);
}

/** One value that differs from the expected one. */
interface Row {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
  /** Empty if nothing of the event was read for it. */
  readonly origin: string;
  readonly painted: { readonly expected: string; readonly actual: string };
}

/** Shows values side by side; those that are too long for that, one below the other. */
function differenceLines(all: readonly Mismatch[], page: Page): readonly string[] {
  const rows = all.map(each => rowOf(each, page));
  const name = Math.max(...rows.map(row => row.name.length));
  const room = (page.columns - margin - name - 4) / 2;
  const isShort = (row: Row) => Math.max(row.expected.length, row.actual.length) <= room;
  const long = rows.filter(row => !isShort(row));
  return [...sideBySide(rows.filter(isShort), page), ...long.flatMap(row => stacked(row, page))];
}

const readFrom = 'read from';

/** The origins are in a column of their own if there is room, otherwise below their values. */
function sideBySide(rows: readonly Row[], { paint, columns }: Page): readonly string[] {
  if (rows.length === 0) return [];
  const widest = (texts: readonly string[]) => Math.max(...texts.map(each => each.length));
  const name = widest(rows.map(row => row.name));
  const expected = widest(['expected', ...rows.map(row => row.expected)]);
  const actual = widest(['actual', ...rows.map(row => row.actual)]);
  const from = margin + name + expected + actual + 6;
  const isBeside = from + widest([readFrom, ...rows.map(row => row.origin)]) <= columns;
  const blank = (width: number, text: string) => ' '.repeat(width - text.length + 2);
  const hasOrigins = rows.some(row => row.origin !== '');
  const beside = (gap: string, text: string) => (isBeside && text !== '' ? gap + paint('gray', text) : '');
  const below = ({ origin }: Row) =>
    isBeside || origin === ''
      ? []
      : [' '.repeat(margin + 2) + paint('gray', wrap(`${readFrom} ${origin}`, columns, margin + 2))];
  const indent = ' '.repeat(margin);
  const head = indent + blank(name, '') + paint('gray', 'expected') + blank(expected, 'expected');
  return [
    `${head}${paint('gray', 'actual')}${beside(blank(actual, 'actual'), hasOrigins ? readFrom : '')}`,
    ...rows.flatMap(row => [
      `${indent}${row.name}${blank(name, row.name)}${row.painted.expected}${blank(expected, row.expected)}${row.painted.actual}${beside(blank(actual, row.actual), row.origin)}`,
      ...below(row),
    ]),
  ];
}

function stacked({ name, origin, painted }: Row, page: Page): readonly string[] {
  const from = margin + 2 + 'read from  '.length;
  const line = (label: string, text: string) =>
    `${' '.repeat(margin + 2)}${page.paint('gray', label.padEnd(from - margin - 2))}${wrap(text, page.columns, from)}`;
  return [
    indented(name, page),
    line('expected', painted.expected),
    line('actual', painted.actual),
    ...(origin === '' ? [] : [line(readFrom, origin)]),
  ];
}

/** The different part is highlighted, if there are colours. */
function rowOf({ name, expected, actual, reads = [] }: Mismatch, { paint }: Page): Row {
  const origin = escapeText(reads.map(each => readWords(each, actual)).join(', '));
  const shown = { expected: quoted(expected, 'not expected'), actual: quoted(actual, 'not sent') };
  if (expected === undefined || actual === undefined) {
    const missing = (text: string, value: string | undefined, style: Style) =>
      paint(value === undefined ? 'gray' : style, text);
    const painted = {
      expected: missing(shown.expected, expected, 'green'),
      actual: missing(shown.actual, actual, 'red'),
    };
    return { name: escapeText(name), ...shown, origin, painted };
  }
  const [start, end] = sharedEnds(shown.expected, shown.actual);
  const marked = (text: string, style: Style) =>
    paint(style, text.slice(0, start)) +
    paint([style, 'bold', 'underline'].flat() as Style, text.slice(start, text.length - end)) +
    paint(style, text.slice(text.length - end));
  const painted = { expected: marked(shown.expected, 'green'), actual: marked(shown.actual, 'red') };
  return { name: escapeText(name), ...shown, origin, painted };
}

function quoted(text: string | undefined, missing: string): string {
  if (text === undefined) return missing;
  return text === '' ? '"" (deletes it)' : `"${escapeText(text)}"`;
}

/** Returns the number of characters that two texts share at their beginnings and, beyond these, at their ends. */
function sharedEnds(one: string, other: string): readonly [number, number] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [start, end];
}
