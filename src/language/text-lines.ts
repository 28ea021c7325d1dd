/** A place in a text. Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a text; `end` is after its last character. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Converts offsets to positions and back. */
export interface TextLines {
  readonly text: string;
  /** Returns the offset of a position. For a position outside of the text, returns the nearest offset. */
  offsetAt(position: Position): number;
  positionAt(offset: number): Position;
  rangeOf(start: number, end: number): Range;
}

/** Indexes the lines of a text. */
export function textLines(text: string): TextLines {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const positionAt = (offset: number): Position => {
    const clean = Math.max(0, Math.min(offset, text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= clean) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: clean - (starts[low] ?? 0) + 1 };
  };
  return {
    text,
    positionAt,
    offsetAt({ line, column }) {
      const index = Math.max(0, Math.min(line - 1, starts.length - 1));
      const start = line < 1 ? 0 : (starts[index] ?? 0);
      const next = starts[index + 1];
      const end = next === undefined ? text.length : endOfLine(text, next);
      return line > starts.length ? text.length : Math.max(start, Math.min(start + column - 1, end));
    },
    rangeOf: (start, end) => ({ start: positionAt(start), end: positionAt(end) }),
  };
}

function endOfLine(text: string, next: number): number {
  return text[next - 2] === '\r' ? next - 2 : next - 1;
}
