import type { Paint } from '../terminal/paint.ts';

/** A text and its style. */
export interface Styled {
  readonly text: string;
  readonly style: Parameters<Paint>[0];
}

/** A line of an explanation: a step on the left, its result on the right, and notes below. */
export interface ExplainedRow {
  readonly label: Styled;
  readonly what: string;
  /** May be empty. */
  readonly result: Styled;
  readonly notes: readonly Styled[];
}

/** The maximum width of `what` for the alignment: wider ones do not move the other results. */
const widestWhat = 38;
const gap = 2;

/** Lays out rows in aligned columns, in lines of at most `columns`; longer results go below. */
export function layRows(
  rows: readonly ExplainedRow[],
  indent: number,
  columns: number,
  paint: Paint,
): string[] {
  const labelWidth = Math.max(0, ...rows.map(row => widthOf(row.label.text)));
  const from = labelWidth === 0 ? indent : indent + labelWidth + gap;
  const whats = rows.map(row => widthOf(row.what)).filter(width => width <= widestWhat);
  const frame = { from, resultsFrom: from + Math.max(0, ...whats) + gap, columns, paint };
  return rows.flatMap(row => {
    const head = `${' '.repeat(indent)}${paint(row.label.style, row.label.text)}`;
    const [first = '', ...more] = rowLines(row, frame);
    const padding = ' '.repeat(from - indent - widthOf(row.label.text));
    return [(head + padding + first).trimEnd(), ...more.map(line => (' '.repeat(from) + line).trimEnd())];
  });
}

interface Frame {
  /** The column of `what`. */
  readonly from: number;
  readonly resultsFrom: number;
  readonly columns: number;
  readonly paint: Paint;
}

/** The lines of a row behind its label. */
function rowLines(
  { what, result, notes }: ExplainedRow,
  { from, resultsFrom, columns, paint }: Frame,
): string[] {
  const width = columns - from;
  const painted = ({ text, style }: Styled, indent: number) =>
    broken(text, width - indent).map(line => ' '.repeat(indent) + paint(style, line));
  const below = notes.flatMap(note => painted(note, 0));
  const room = resultsFrom - from - gap;
  const fits = widthOf(what) <= room && resultsFrom + widthOf(result.text) <= columns;
  if (result.text === '') return [...broken(what, width), ...below];
  if (fits) return [what.padEnd(room + gap) + paint(result.style, result.text), ...below];
  const lines = what === '' ? [] : broken(what, width);
  const last = lines.at(-1);
  if (last !== undefined && from + widthOf(last) + gap + widthOf(result.text) <= columns) {
    return [...lines.slice(0, -1), `${last}  ${paint(result.style, result.text)}`, ...below];
  }
  return [...lines, ...painted(result, what === '' ? 0 : gap), ...below];
}

/** Breaks a text into lines of at most `most` characters, between words if possible. Keeps its indentation. */
export function broken(indented: string, most: number): string[] {
  const text = indented.trimStart();
  const indent = indented.slice(0, indented.length - text.length);
  const width = Math.max(10, most - indent.length);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const characters = [...word];
    while (characters.length > width) lines.push(characters.splice(0, width).join(''));
    line = characters.join('');
  }
  return [...lines, line].map(each => indent + each);
}

/** Returns the number of characters in a text. */
export function widthOf(text: string): number {
  return [...text].length;
}
