import { escapeText } from '../../diagnostics/visible-text.ts';
import { wrap } from './wrap.ts';

/** A narrower last column is too narrow for a long cell. */
const readableColumns = 40;

/**
 * Lays out rows under their headings. On a terminal of this width, a last cell that does not fit continues on further
 * lines; elsewhere every row is one line. Ends with a newline.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | undefined,
): string {
  const all = [headings, ...rows].map(row => row.map(escapeText));
  const widths = headings.map((_, column) => Math.max(...all.map(row => (row[column] ?? '').length)));
  const from = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const lines = all.map(row => {
    const cells = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const first = `${cells.join('  ')}  `;
    return `${first}${lastCell(row.at(-1) ?? '', from, columns)}`.replace(/(?<! ) +$/gm, '');
  });
  return `${lines.join('\n')}\n`;
}

function lastCell(text: string, from: number, columns = Number.POSITIVE_INFINITY): string {
  if (from + text.length <= columns) return text;
  if (columns - from >= readableColumns) return wrap(text, columns, from);
  return `\n    ${wrap(text, columns, 4)}`;
}
