/** Lays out rows under their headings for a terminal; the last column is as wide as it wants. Ends with a newline. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map(row => [...(row[column] ?? '')].length)));
  const lines = all.map(row =>
    row
      .map((cell, column) =>
        column === headings.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - [...cell].length),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.map(visible).join('\n')}\n`;
}

/** Control and bidirectional characters could rewrite what a terminal shows. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
