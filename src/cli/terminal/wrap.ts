import { stripVTControlCharacters } from 'node:util';

/**
 * Breaks a text between words so that it fits into `columns`. Its first line starts at column `indent`, and the
 * others are indented by as much. Words that are longer than a line, and commands in backticks, stay whole, so that
 * they can be copied. Colour codes take no width.
 */
export function wrap(text: string, columns: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/`fieldbridge\s[^`]+`/g, unbroken).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent + widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`).replaceAll(heldBlank, ' ');
}

/** Marks a text, such as a command, as one word for `wrap`. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', heldBlank);
}

/** Replaces a space where no line may end. No path and no terminal text contains it. */
const heldBlank = '\0';

/** Returns the width of texts for people: as wide as their terminal, within limits. */
export function columnsOf(stream: { readonly columns?: number }): number {
  return Math.max(40, Math.min(stream.columns || 100, 120));
}

/**
 * Gives a terminal that reports a width of 0 (a pseudo-terminal without a size, as in `docker run -t` or CI) the usual
 * width: otherwise each word would be on its own line. A later change of its size still counts.
 */
export function withWidth<Stream extends { readonly isTTY?: boolean; columns?: number }>(
  stream: Stream,
): Stream {
  if (stream.isTTY === true && !stream.columns) stream.columns = 80;
  return stream;
}

/** Cuts a text to a width, and shows that it was cut. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 3))}...`;
}

function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
