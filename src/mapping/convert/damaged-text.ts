import { isRoundedBySpreadsheet, spreadsheetErrorIn } from '../../diagnostics/spreadsheet-error.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { isJoinedByBar, readWrittenList } from './written-list.ts';

/** The kind of damage that a text suffered before it arrived. */
export interface DamagedText {
  /** In words that follow the text. */
  readonly what: string;
  readonly hint: string;
  /** True if the lost part cannot be restored, so that texts of different people may look the same. */
  readonly isLost: boolean;
}

/**
 * Returns the damage of a text: UTF-8 that was read in another encoding (`MÃ¼ller`), lost letters
 * (`M\ufffdller`), escaped characters (`M%C3%BCller`), a formula of a spreadsheet or its error. Undefined for
 * others. `isName`: a question mark inside the text is damage.
 */
export function damagedText(text: string, { isName = false } = {}): DamagedText | undefined {
  // Every value of every event passes here.
  if (!suspect.test(text)) return undefined;
  if (text.includes('\ufffd'))
    return { what: 'has \ufffd where the encoding lost a letter', hint: sendUtf8, isLost: true };
  if (!text.isWellFormed())
    return { what: 'has half of a character, where the sender cut a text', hint: sendWhole, isLost: true };
  const misread = misreadText(text);
  if (misread) return { ...misread, isLost: false };
  const written = writtenByPrograms(text, { isName });
  if (written) return { ...written, isLost: false };
  const control = /(?![\t\n\f\r])\p{Cc}/u.exec(text)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return { what: `has a character of programs in it (U+${code})`, hint: sendPlain, isLost: false };
  }
  const coded = codedSign.exec(text)?.[0];
  if (coded !== undefined && !isAddress(text))
    return {
      what: `has ${shown(coded)} in it, which programs write for a sign of the text`,
      hint: decodeOnce,
      isLost: false,
    };
  const ofCell = damagedCell(text);
  if (ofCell) return { ...ofCell, isLost: true };
  return isName ? damagedName(text) : undefined;
}

/** Returns the damage of a text that was read in another encoding than the one in which it was written. */
function misreadText(text: string): Pick<DamagedText, 'what' | 'hint'> | undefined {
  const meant = withoutMojibake(text);
  if (meant !== text)
    return { what: `is UTF-8 that was read in another encoding: ${shown(meant)} was meant`, hint: readOnce };
  if (!highControls.test(text)) return undefined;
  const utf8 = utf8Of(text);
  if (utf8 !== undefined)
    return { what: `is UTF-8 that was read in another encoding: ${shown(utf8)} was meant`, hint: readOnce };
  const windows = text.replace(allHighControls, sign => high[sign.charCodeAt(0) - 128] ?? sign);
  if (windows === text) return undefined;
  return {
    what: `is windows-1252 that was read as ISO-8859-1: ${shown(windows)} was meant`,
    hint: sendUtf8,
  };
}

/** No text of a person has these control characters: in windows-1252 they are letters and signs. */
const highControls = /[\u0080-\u009f]/;
const allHighControls = /[\u0080-\u009f]/g;

/** Returns the text of which each character is a byte in UTF-8; undefined if they are not valid UTF-8. */
function utf8Of(text: string): string | undefined {
  if (/[^\0-\u00ff]/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(text, sign => sign.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the damage of the cell of a spreadsheet: a formula, its error, or a number without its last digits. */
function damagedCell(text: string): Pick<DamagedText, 'what' | 'hint'> | undefined {
  if (isFormula(text)) return { what: 'is a formula of a spreadsheet, not its result', hint: sendValue };
  if (isRoundedBySpreadsheet(text.trim()))
    return { what: 'is a long number that a spreadsheet rounded, so digits are lost', hint: formatAsText };
  const error = spreadsheetErrorIn(text);
  return error === undefined
    ? undefined
    : { what: `has ${error}, which a spreadsheet writes for an error`, hint: sendValue };
}

/** Returns the damage of a name: characters that no name has, and letters that an encoding lost. */
function damagedName(text: string): DamagedText | undefined {
  const [unseen] = inName.exec(text) ?? [];
  if (unseen !== undefined) {
    const code = unseen.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return {
      what: `has a character inside of it that belongs in no name (U+${code})`,
      hint: /\s/.test(unseen) ? onOneLine : retype,
      isLost: false,
    };
  }
  if (/^[\p{L} .'-]{0,60}\p{L}\?{1,2}\p{Ll}[\p{L} .'?-]{0,60}$/u.test(text.trim()))
    return { what: 'has ? inside a name, where the encoding lost a letter', hint: sendUtf8, isLost: true };
  const [sign] = inOldNames.exec(text) ?? [];
  return sign === undefined
    ? undefined
    : { what: `has ${sign} inside a name, as a text of DOS or an old Mac`, hint: sendUtf8, isLost: false };
}

/** Returns the damage of a list, an object or a field with parts that a program wrote into one text. */
function writtenByPrograms(
  text: string,
  { isName }: { readonly isName: boolean },
): Pick<DamagedText, 'what' | 'hint'> | undefined {
  if (isListOfTexts(readWrittenList(text)))
    return { what: 'is a list as programs write it, in one text', hint: readAsList };
  if (!isName && isJoinedByBar(text))
    return { what: 'has | between its parts, as programs join a list', hint: splitAtBar };
  if (isJson(text)) return { what: 'is JSON, as programs read it', hint: readInside };
  if (/\["[^"\n]{0,200}"(?:,"[^"\n]{0,200}"){0,20}\]|\{"[^"\n]{1,60}":/.test(text))
    return {
      what: 'has JSON in it, which & and $string make of a list or an object',
      hint: joinInside,
    };
  if (/\[(?:\]|-?\d[\d.]*(?:,-?\d[\d.]*)+\]|(?:true|false|null)(?:,(?:true|false|null))*\])/.test(text))
    return {
      what: 'has a list as programs write it, which & and $string make of it',
      hint: joinInside,
    };
  if (parts.test(text.trim()))
    return { what: 'has the names of its parts in it (NAME = VALUE)', hint: sendParts };
  return undefined;
}

/** A list of numbers may be typed by a person. */
function isListOfTexts(list: unknown): boolean {
  return Array.isArray(list) && list.some(each => typeof each === 'string' && /\p{L}/u.test(each));
}

const suspect =
  /[\p{Cc}\u0080-\uffff]|^\s*=|#[A-Z]|\dE\+\d|\p{L}\?|_x00|[[{]\s*["[{]|^\s*[[({]|^\s*a:\d|\S\|\S|\[[\]\d\-tfn]|\\[nru"']|%[0-9A-F]{2}/u;

/** The escapes of JSON (`\ `, `\\u00fc`) and of URLs (`%C3%BC`, `%20`) for one character. */
const codedSign =
  /_x00[01][0-9A-F]_|\\(?:n|r|"|'|u00[0-9a-fA-F]{2}|u20[0-9a-fA-F]{2})|(?:%C[2-5]%[89AB][0-9A-F])+|%(?:20|2C|3B|3A|2F|40|0A|0D|7B|7D|26|3D)/;

/** Matches a field with parts that a form sends as lines of one text: `first = Anna`, `last = Berg`. */
const parts = /^[a-z][a-z_]{1,40} = [^\n]{0,500}(?:\r?\n[a-z][a-z_]{1,40} =(?: [^\n]{0,500})?){1,20}$/;
const readAsList = 'add as: list to the rule, which reads it as a list';
const splitAtBar = `write from: '$join($split(PATH, "|"), ", ")' with its path`;
const sendParts =
  'have the sender post JSON, which keeps the parts apart, and name one of them, as in Name.first';

/** Line breaks, tabs and invisible characters but joiners: with them, one person becomes two customers. */
const inName = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\ufeff]/u;
/** The signs that windows-1252 has at the places of umlauts in CP850 (`M„ller`) and Mac Roman (`MŸller`, `JŠger`). */
const inOldNames = /(?<=\p{L})[„”‚‡‰](?=\p{L})|(?<=^\p{Lu}|\p{Ll})[ŸŠ](?=\p{Ll})/u;
const retype = 'have it corrected where it was entered';
const onOneLine = `write from: '$replace(PATH, /\\s+/, " ")' with its path, which replaces line breaks and tabs with one space`;

const sendUtf8 = 'have the sender write UTF-8, or say its encoding: Content-Type: …; charset=windows-1252';
const sendWhole = 'have the sender cut texts between whole characters, and correct the value';
const readOnce =
  'have the sender, or the program before it, read its texts as UTF-8: somewhere they are encoded twice';
const decodeOnce =
  'have the sender, or the program before it, decode its texts once: they are encoded for an address or for JSON';
const readInside =
  'write the path of one value inside it, as in contact.name; if the sender sends JSON as one text, add jsonField: with its path to the source';
const joinInside =
  'write $join(LIST, ", ") for a list, with its path, and name what is meant inside of an object';
const formatAsText =
  'format the column as text in the spreadsheet, enter the whole number again, and save the file again';
const sendPlain = 'have the sender write texts without the signs that its program puts between them';
const sendValue = 'have the spreadsheet send the value of the cell, and correct the cell';

/** True for JSON of an object or a list. A longer text is never a value of a customer. */
function isJson(text: string): boolean {
  if (text.length > 20_000 || !/^\s*(?:\{\s*"|\[\s*["{[])/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** URLs and file paths may contain such characters: `https://example.com/M%C3%BCller`. */
function isAddress(text: string): boolean {
  return !/\s/.test(text.trim()) && /[:/]/.test(text);
}

/** Formulas: `=VLOOKUP(A1;B2:C3;2)`, `=A1+B2`, `='Sheet 1'!A1`. No text of a person begins like this. */
function isFormula(text: string): boolean {
  return /^\s*=\s*(?:[A-Z\u00c4\u00d6\u00dc][A-Z\u00c4\u00d6\u00dc0-9._]{1,30}\(|[-+(]?(?:'[^'\n]{1,60}'!|\w{1,60}!)?\$?[A-Z]{1,3}\$?\d{1,7}(?:\W|$))/i.test(
    text,
  );
}

/** The characters of the bytes 0x80 to 0xff in windows-1252. */
const high = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 128 }, (_, index) => index + 128),
);
const byteOf = new Map([...high].map((character, index) => [character, index + 128]));
const sequences =
  /[ÂÃÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2}/g;

/** Characters that may follow these letters in real texts. */
const behindLetters = /[ÄÅ][«»…›“”‘’°·\u00a0]/;

/** Restores UTF-8 text that was read as windows-1252, up to three times. Other texts stay unchanged. */
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
