/**
 * Corrects a text that was decoded with the wrong charset: UTF-8 read as Latin-1 or windows-1252 (`MÃ¼ller`), letters
 * of windows-1252 read as Latin-1, and UTF-16 read byte by byte. A correct text is returned unchanged.
 */
export function mendText(text: string): string {
  if (!beyondAscii.test(text)) return text;
  let mended = text.includes('\0') ? text.replaceAll('\0', '') : text;
  if (utf8.test(mended)) mended = mended.replaceAll(everyUtf8, characterOf);
  return mended.replaceAll(/[\x80-\x9f]/g, each => letters[each.charCodeAt(0) - 0x80] || each);
}

/** The characters of windows-1252 from 0x80 to 0x9f; a space if it has none. */
const letters = Array.from('€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ', each => each.trim());

/** Returns the byte of a windows-1252 character. */
const bytes: ReadonlyMap<string, number> = new Map(
  letters.flatMap((letter, at) => (letter === '' ? [] : [[letter, 0x80 + at] as const])),
);

const following = `[\\x80-\\xbf${letters.join('')}]`;
const utf8 = new RegExp(
  `[\\xc2-\\xdf]${following}|[\\xe0-\\xef]${following}{2}|[\\xf0-\\xf4]${following}{3}`,
);
const everyUtf8 = new RegExp(utf8, 'g');

const beyondAscii = /[\0\x80-\uffff]/;

function characterOf(sequence: string): string {
  const lead = sequence.charCodeAt(0);
  let code = lead & (sequence.length === 2 ? 0x1f : sequence.length === 3 ? 0x0f : 0x07);
  for (let at = 1; at < sequence.length; at += 1) {
    const byte = bytes.get(sequence.charAt(at)) ?? sequence.charCodeAt(at);
    code = (code << 6) | (byte & 0x3f);
  }
  return code <= 0x10ffff ? String.fromCodePoint(code) : sequence;
}
