/** The errors that end with a sign, in English, German, Dutch, French, Italian and Spanish. */
const signed =
  /#(?:[¡]?(?:REF|VALOR|DIV\/0|NUM|NULO)|BEZUG|VERW|RIF|VALUE|WERT|WAARDE|VALEUR|VALORE|DEEL\/0|ZAHL|GETAL|NOMBRE|NULL|LEEG|NUL|NULLO|SPILL|ÜBERLAUF|OVERLOOP|OVERLOPEN|PROPAGATION|ESPANSIONE|DESBORDAMIENTO|CALC|KALK|BEREKENEN|ERROR|FEHLER|ERREUR|FOUT|FIELD|FELD|VELD|CHAMP|CAMPO|CONNECT|VERBINDEN|BLOCKED|BLOCKIERT|BUSY|UNKNOWN|UNBEKANNT|EXTERNAL|EXTERN|PYTHON|TIMEOUT)!|#(?:NAME|NAAM|NOM ?|NOME|¿?NOMBRE)\?/;
/** The errors without a sign, which may also begin a word: `#NAchhaltig`. */
const unsigned =
  /#(?:N\/A|N\/D|N\/B|GETTING_DATA|DATEN_ABRUFEN|GEGEVENS_OPHALEN|OBTENTION_DONNEES)(?![\p{L}\p{N}])/u;
/** Cells of nothing else. `Err:502` is that of LibreOffice. */
const whole = /^(?:#(?:NV|NA|ND)|#{3,41}|Err:5\d\d)$/;

/** True for a cell that has only the error of a formula, or the signs of a column that is too narrow. */
export function isSpreadsheetError(text: string): boolean {
  return whole.test(text) || spreadsheetErrorIn(text) === text;
}

/** Returns the first error of a formula in a text. */
export function spreadsheetErrorIn(text: string): string | undefined {
  if (!text.includes('#')) return undefined;
  return (signed.exec(text) ?? unsigned.exec(text))?.[0];
}

/**
 * True for a long number as a column of a spreadsheet shows it (`4,91512E+12`) and a CSV file then has it. Its last
 * digits are lost.
 */
export function isRoundedBySpreadsheet(text: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/.test(text);
}
