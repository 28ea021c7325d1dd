import { shown } from './text-of.ts';

/** How a text was damaged before it came. */
export interface DamagedText {
  /** In words that follow the text. */
  readonly what: string;
  readonly hint: string;
  /** Whether what is lost cannot be known any more, so that texts of several people may look the same. */
  readonly isLost: boolean;
}

/**
 * How a text was damaged: UTF-8 that was read in another encoding (`MÃ¼ller`), letters that were lost (`M\ufffdller`), a formula
 * of a spreadsheet or its error in place of a value. Undefined of others. `isName`: a question mark inside of it is none.
 */
export function damagedText(text: string, { isName = false } = {}): DamagedText | undefined {
  // Every value of every event comes by here.
  if (!suspect.test(text)) return undefined;
  if (text.includes('\ufffd'))
    return { what: 'has \ufffd where the encoding lost a letter', hint: sendUtf8, isLost: true };
  const meant = withoutMojibake(text);
  if (meant !== text) {
    return {
      what: `is UTF-8 that was read in another encoding: ${shown(meant)} was meant`,
      hint: readOnce,
      isLost: false,
    };
  }
  if (isFormula(text))
    return { what: 'is a formula of a spreadsheet, not its result', hint: sendValue, isLost: true };
  const [error] = spreadsheetError.exec(text) ?? [];
  if (error !== undefined)
    return { what: `has ${error}, which a spreadsheet writes for an error`, hint: sendValue, isLost: true };
  if (isName && /^[\p{L} .'-]{0,60}\p{L}\?\p{Ll}[\p{L} .'?-]{0,60}$/u.test(text.trim()))
    return { what: 'has ? inside of a name, where the encoding lost a letter', hint: sendUtf8, isLost: true };
  return undefined;
}

const suspect = /[\u0080-\uffff]|^\s*=|#[A-Z]|\p{L}\?\p{L}/u;

const sendUtf8 = 'have the sender write UTF-8, or say its encoding: Content-Type: …; charset=windows-1252';
const readOnce =
  'have the sender, or the program before it, read its texts as UTF-8: somewhere they are encoded twice';
const sendValue = 'have the spreadsheet send the value of the cell, and correct the cell';

/** `=VLOOKUP(A1;B2:C3;2)`, `=A1+B2`, `='Sheet 1'!A1`: no text that a person writes begins like that. */
function isFormula(text: string): boolean {
  return /^\s*=\s*(?:[A-Z\u00c4\u00d6\u00dc][A-Z\u00c4\u00d6\u00dc0-9._]{1,30}\(|[-+(]?(?:'[^'\n]{1,60}'!|\w{1,60}!)?\$?[A-Z]{1,3}\$?\d{1,7}(?:\W|$))/i.test(
    text,
  );
}

/** Inside of a longer text, too. */
const spreadsheetError =
  /#(?:REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV\/0!|NULL!|NUM!|ZAHL!|ERROR!|FEHLER!|SPILL!|CALC!|N\/A(?![A-Za-z]))/;

/** The characters that the bytes 0x80 to 0xff are in windows-1252. */
const high = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 128 }, (_, index) => index + 128),
);
const byteOf = new Map([...high].map((character, index) => [character, index + 128]));
const sequences =
  /[ÂÃÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2}/g;

/** Signs that stand behind these letters in real texts. */
const behindLetters = /[ÄÅ][«»…›“”‘’°·\u00a0]/;

/** The text as it was meant where it is UTF-8 that was read as windows-1252, once or several times; else as it is. */
export function withoutMojibake(text: string): string {
  let meant = text;
  for (let times = 0; times < 3; times += 1) {
    const next = meant.replace(sequences, decoded);
    if (next === meant) break;
    meant = next;
  }
  return meant;
}

function decoded(sequence: string): string {
  if (behindLetters.test(sequence)) return sequence;
  const bytes = Uint8Array.from(sequence, each => byteOf.get(each) ?? 0);
  const character = new TextDecoder('utf-8').decode(bytes);
  return /^[\u00a0-\u017f\u2010-\u203a\u20ac\u2122]$/u.test(character) ? character : sequence;
}
