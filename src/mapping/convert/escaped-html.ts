import { namedCharacters } from '../../inbox/finding/named-characters.ts';

/** An HTML escape in a text, and its character. */
export interface EscapedCharacter {
  readonly written: string;
  readonly character: string;
}

/**
 * Returns the first HTML escape in a text: `&#252;`, `&amp;`, `&ouml;`. An ampersand in a name or a sentence
 * is not one: `AT&T`, `Salon & Spa; Berlin`.
 */
export function escapedCharacter(text: string): EscapedCharacter | undefined {
  if (!text.includes('&')) return undefined;
  for (const [written, name = ''] of text.matchAll(escapes)) {
    const character = characterOf(name);
    if (character !== undefined) return { written, character };
  }
  return undefined;
}

/** Returns the first HTML tag in a text: `<p>`, `</b>`, `<br/>`. A sign between numbers is none: `3 < 5`. */
export function htmlTag(text: string): string | undefined {
  return text.includes('<') ? tags.exec(text)?.[0] : undefined;
}

const tags =
  /<\/?(?:p|br|div|span|b|strong|em|i|u|ul|ol|li|a|h[1-6]|table|tbody|tr|td|th|blockquote|img|font|hr)(?:\s[a-z-]{1,20}=[^<>]{0,300})?\s?\/?>/i;

/** Replaces all HTML escapes of a text by their characters. */
export function withoutEscapes(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(escapes, (written, name: string) => characterOf(name) ?? written);
}

const escapes = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,20});/g;

function characterOf(name: string): string | undefined {
  return name.startsWith('#') ? numbered(name) : named(name);
}

function numbered(name: string): string | undefined {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter || code === 9 || code === 10 || code === 13 ? String.fromCodePoint(code) : undefined;
}

function named(name: string): string | undefined {
  const code = namedCharacters.get(name);
  return code === undefined ? furtherNames.get(name) : String.fromCharCode(code);
}

/** The escapes that occur in sentences, in addition to those in names and addresses. */
const furtherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    euro: '€',
    hellip: '…',
    bull: '•',
    trade: '™',
    sbquo: '‚',
    bdquo: '„',
    ldquo: '“',
    rdquo: '”',
    lsaquo: '‹',
    rsaquo: '›',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    zwnj: '\u200c',
    zwj: '\u200d',
    larr: '←',
    rarr: '→',
    hearts: '♥',
  }),
);
