/** The letters and signs of CP850, the code page of DOS in Western Europe, for the bytes from 0x80. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** The encodings with one byte for each character that a list may have. */
export const codePages = ['windows-1252', 'macintosh', 'cp850'] as const;
/** An encoding with one byte for each character. */
export type CodePage = (typeof codePages)[number];

/** Returns the text of bytes in CP850, which `TextDecoder` does not know. */
export function textOfCp850(bytes: Uint8Array): string {
  return Array.from(bytes, byte => (byte < 0x80 ? String.fromCharCode(byte) : cp850[byte - 0x80])).join('');
}

/** Returns the text of bytes in a code page. */
export function textOfCodePage(bytes: Uint8Array, page: CodePage): string {
  return page === 'cp850' ? textOfCp850(bytes) : new TextDecoder(page).decode(bytes);
}

/**
 * Returns the code page whose letters make most sense in some lines that are not UTF-8: letters of German, French and
 * their neighbours inside of words. Undefined if none makes sense.
 */
export function guessCodePage(bytes: Uint8Array): CodePage | undefined {
  const scored = codePages.map(page => ({ page, score: senseOf(textOfCodePage(bytes, page)) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best.page : undefined;
}

/**
 * Returns the code page that a person probably meant, if the one that they stated gives no sense and another does: in
 * `macintosh`, a file of DOS has capital letters inside of words.
 */
export function otherCodePage(bytes: Uint8Array, stated: CodePage): CodePage | undefined {
  const guessed = guessCodePage(bytes);
  return guessed !== stated && senseOf(textOfCodePage(bytes, stated)) < 0 ? guessed : undefined;
}

/** Adds up how likely each character beyond ASCII is where it stands. */
function senseOf(text: string): number {
  let sense = 0;
  for (const found of text.matchAll(beyondAscii)) {
    const before = text[found.index - 1] ?? '';
    const after = text[found.index + 1] ?? '';
    sense += senseAt(found[0], before, after);
  }
  return sense;
}

function senseAt(sign: string, before: string, after: string): number {
  const isInWord = letter.test(before) || lowerCase.test(after);
  // A sign of its own, such as a quotation mark or a currency, tells little.
  if (!isInWord) return usualSigns.includes(sign) ? 0.1 : 0;
  const isCapital = upperCase.test(sign);
  if (isCapital && (lowerCase.test(before) || (letter.test(before) && lowerCase.test(after)))) return -1;
  if (germanLetters.includes(sign)) return 1;
  if (frenchLetters.includes(sign)) return 0.8;
  if (otherLetters.includes(sign)) return 0.5;
  return letter.test(before) && letter.test(after) ? -1 : 0;
}

const beyondAscii = /[\u0080-\uffff]/g;
const letter = /\p{L}/u;
const lowerCase = /\p{Ll}/u;
const upperCase = /\p{Lu}/u;
const germanLetters = 'äöüßÄÖÜ';
const frenchLetters = 'éèêëàçÉÈÀÇ';
const otherLetters = 'âîïôûùœæñáíóúøåØÅÑ';
const usualSigns = '€§°„“”‘’–—…«»';
