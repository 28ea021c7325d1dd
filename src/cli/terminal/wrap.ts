import { stripVTControlCharacters } from 'node:util';

/**
 * Breaks a text between words so that it fits into `columns`, its first line beginning at column `indent` and
 * the others indented as far. A word that is longer than a line stays whole, so that an address can be copied, and so
 * does a command of ours in backticks. Colours take no room.
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

/** A text that `wrap` takes for one word, such as a command. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', heldBlank);
}

/** Replaces a space at which no line may end. No path and no text for a terminal contains it. */
const heldBlank = '\0';

/** Returns the width of texts for people: as wide as their terminal, within limits. */
export function columnsOf(stream: { readonly columns?: number }): number {
  return Math.max(40, Math.min(stream.columns || 100, 120));
}

/**
 * Gives a terminal that reports no width, as where nobody set the size of a pseudo-terminal (`docker run -t`, CI), the
 * usual one: 0 columns would put each word on a line of its own. A later change of its size still counts.
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
