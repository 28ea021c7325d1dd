/**
 * Returns one line of a CSV text (RFC 4180) without its line break. A cell that a spreadsheet would run as a formula
 * gets an apostrophe in front, so that it is a text. `plainCell` restores the original.
 */
export function csvLine(cells: readonly string[], separator = ','): string {
  return cells.map(text => quotedCell(harmlessCell(text))).join(separator);
}

/**
 * Returns the text of a cell without the apostrophe that `csvLine` adds to formulas, whether a spreadsheet
 * kept the apostrophe or removed it. Any other cell stays unchanged.
 */
export function plainCell(text: string): string {
  const { apostrophes, rest } = formulaIn(text);
  return rest === undefined ? text : "'".repeat(Math.floor(apostrophes / 2)) + rest;
}

/** Apostrophes in the text are doubled, so that the added one can be recognised. */
function harmlessCell(text: string): string {
  const { apostrophes, rest } = formulaIn(text);
  return rest === undefined ? text : "'".repeat(2 * apostrophes + 1) + rest;
}

/** Splits a formula into leading apostrophes and the rest; without a formula, `rest` is undefined. */
function formulaIn(text: string): { readonly apostrophes: number; readonly rest?: string } {
  const apostrophes = /^'*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(apostrophes);
  return beginsFormula.test(rest) ? { apostrophes, rest } : { apostrophes };
}

/** The beginnings of formulas as listed by OWASP, also in full width, and after white space that a reader may strip. */
const beginsFormula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

function quotedCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
