/**
 * Removes invisible characters at both ends of a text: white space of every kind, line ends, control
 * characters and characters without width (a zero-width space, a byte order mark, a Braille blank). White
 * space between visible characters stays. So does a last character that changes the one before it (`❤️`,
 * `葛󠄀`).
 */
export function withoutBlankEnds(text: string): string {
  if (!mayBeBlank(text.charCodeAt(0)) && !mayBeBlank(text.charCodeAt(text.length - 1))) return text;
  let start = 0;
  for (let size = blankAt(text, start); size > 0; size = blankAt(text, start)) start += size;
  if (start === text.length) return '';
  let end = text.length;
  for (let size = blankBefore(text, end); size > 0; size = blankBefore(text, end)) end -= size;
  return text.slice(start, end + lengthOfMarks(text, end));
}

/** Returns the characters up to U+FFFF that do not count at the ends of a text, for a query of a database. */
export function blankCharacters(): string {
  const codes = Array.from({ length: 0xffff }, (_, index) => index + 1);
  return String.fromCharCode(...codes.filter(code => blank.test(String.fromCharCode(code))));
}

/**
 * Nearly every text begins and ends with a digit or with a Latin, Greek, Cyrillic, Arabic, Chinese or Korean
 * letter. This check finds them without a pattern.
 */
function mayBeBlank(code: number): boolean {
  if (code < 0x34f) return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad;
  return code === 0x34f || (code >= 0x61c && code < 0x3400) || code >= 0xd800;
}

/**
 * `Default_Ignorable_Code_Point` contains the characters that are not displayed. Annotation marks, the
 * Braille blank and the musical symbol "null notehead" are invisible too. U+0080 to U+009F are letters and signs of
 * windows-1252 that were read as ISO-8859-1, such as € and Š, except the line break U+0085.
 */
const blank = /^(?![\u0080-\u0084\u0086-\u009f])[\s\p{Cc}\p{DI}\ufff9-\ufffb\u2800\u{1d159}]$/u;

function blankAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined || !mayBeBlank(code)) return 0;
  const character = String.fromCodePoint(code);
  return blank.test(character) ? character.length : 0;
}

function blankBefore(text: string, end: number): number {
  return blankAt(text, lastBefore(text, end));
}

/** Returns the start of the character that ends before `end`. */
function lastBefore(text: string, end: number): number {
  return (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;
}

/** Returns the length of the invisible part after `end` that belongs to the last letter. */
function lengthOfMarks(text: string, end: number): number {
  if (end === text.length) return 0;
  const start = lastBefore(text, end);
  // The longest one is a flag, of about ten characters.
  const found = withMarks.exec(text.slice(start, start + 40));
  return found ? found[0].length - (end - start) : 0;
}

/**
 * A variation selector chooses the form of a Chinese character or of an emoji; a joiner that of an Arabic
 * letter or of one after a virama; the tags of a flag name its region.
 */
const withMarks =
  /^(?:[\p{Lo}\p{S}\p{ExtPict}]\p{VS}|[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\p{sc=Arabic}]\u200d|\u{1f3f4}[\u{e0020}-\u{e007f}]+)/u;
