/** One cell of a CSV text, and its position. Lines and columns count from 1. */
export interface CsvCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** True if it begins with a quotation mark that is never closed. */
  readonly unclosed?: true;
}

/**
 * Returns the rows of a CSV text (RFC 4180) with this separator. Cells in quotation marks may contain separators, line
 * breaks and doubled quotation marks. Spaces around an unquoted cell are removed. Empty lines are skipped, and so are
 * lines with only separators, which spreadsheets write for empty rows.
 */
export function readCsv(text: string, separator: string): readonly (readonly CsvCell[])[] {
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let at: Position = { offset: text.startsWith('\uFEFF') ? 1 : 0, line: 1, column: 1 };
  while (at.offset < text.length) {
    const { cell, end } = readCell(text, separator, at);
    row.push(cell);
    const ending = /^\r?\n|^\r/.exec(text.slice(end.offset, end.offset + 2))?.[0];
    if (ending !== undefined || end.offset >= text.length) {
      rows.push(row);
      row = [];
      at = { offset: end.offset + (ending?.length ?? 0), line: end.line + 1, column: 1 };
    } else {
      at = { ...end, offset: end.offset + 1, column: end.column + 1 };
      if (at.offset >= text.length) rows.push([...row, { text: '', line: at.line, column: at.column }]);
    }
  }
  return rows.filter(cells => cells.some(cell => cell.text !== '' || cell.unclosed));
}

interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Returns the cell that begins here; it ends at the separator, the line break or the end of the text. */
function readCell(text: string, separator: string, at: Position): { cell: CsvCell; end: Position } {
  const { line, column } = at;
  if (text[at.offset] !== '"') {
    const until = endOfPlain(text, separator, at.offset);
    const end = { ...at, offset: until, column: column + until - at.offset };
    return { cell: { text: text.slice(at.offset, until).trim(), line, column }, end };
  }
  let offset = at.offset + 1;
  let content = '';
  for (;;) {
    const quote = text.indexOf('"', offset);
    if (quote === -1) {
      const end = moved(text, at, text.length);
      return { cell: { text: content + text.slice(offset), line, column, unclosed: true }, end };
    }
    content += text.slice(offset, quote);
    offset = quote + 1;
    if (text[offset] !== '"') break;
    content += '"';
    offset += 1;
  }
  const until = endOfPlain(text, separator, offset);
  const end = moved(text, at, until);
  return { cell: { text: content + text.slice(offset, until).trim(), line, column }, end };
}

function endOfPlain(text: string, separator: string, from: number): number {
  let offset = from;
  while (offset < text.length && text[offset] !== separator && !/[\r\n]/.test(text[offset] ?? ''))
    offset += 1;
  return offset;
}

function moved(text: string, at: Position, offset: number): Position {
  const passed = text.slice(at.offset, offset).split(/\r\n|\r|\n/);
  if (passed.length === 1) return { offset, line: at.line, column: at.column + offset - at.offset };
  return { offset, line: at.line + passed.length - 1, column: (passed.at(-1)?.length ?? 0) + 1 };
}
