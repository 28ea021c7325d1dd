import { namedCharacters } from './named-characters.ts';

/** The two possible readings of an escape, if the text does not show which one applies. */
export interface EscapeWay {
  /** In a form a plus is a space. */
  readonly plusIsBlank: boolean;
  /** In quoted-printable an equals sign is an escape. */
  readonly isQuoted: boolean;
}

/**
 * Undoes one layer of the escapes of JSON, URLs, XML and HTML, whichever a text contains, and those of forms and
 * quoted-printable if `way` says so. Removes comments and the frames of CDATA. Each escaped byte beyond ASCII becomes
 * one character (`mendText`). It takes one pass.
 */
export function undoEscapes(text: string, way: EscapeWay): string {
  if (!(way.isQuoted || way.plusIsBlank ? perhaps : surely).test(text)) return text;
  const out = new Uint16Array(text.length);
  let size = 0;
  const reading: Reading = { text, way, end: 0, commentsFrom: 0 };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const found = isEscape[code] === 1 ? readEscape(reading, at, code) : literal;
    if (found === literal) {
      out[size++] = code;
      at += 1;
      continue;
    }
    at = reading.end;
    if (found === nothing) continue;
    if (found > 0xffff) out[size++] = 0xd800 + ((found - 0x10000) >> 10);
    out[size++] = found > 0xffff ? 0xdc00 + ((found - 0x10000) & 0x3ff) : found;
  }
  return decoder.decode(out.subarray(0, size));
}

const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

/** There is no escape here, or one without a meaning. */
const literal = -1;
const nothing = -2;

/** The characters that always begin an escape, and those that may begin one. */
const surely = /[\\%&]|<!|\]\]>/;
const perhaps = /[\\%&<\]+=_]/;
const isEscape = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  perhaps.test(String.fromCharCode(code)) ? 1 : 0,
);

interface Reading {
  readonly text: string;
  readonly way: EscapeWay;
  /** The end of the last escape. */
  end: number;
  /** The position from which the next end of a comment is searched, so that no text is searched twice. */
  commentsFrom: number;
}

/** Returns the character of the escape at a place. */
function readEscape(reading: Reading, at: number, code: number): number {
  switch (code) {
    case 0x5c:
      return readBackslashes(reading, at);
    case 0x25:
      return readPercent(reading, at);
    case 0x26:
      return readEntity(reading, at);
    case 0x3c:
    case 0x5d:
      return readMarkup(reading, at);
    case 0x3d:
      return reading.way.isQuoted ? readQuoted(reading, at) : literal;
    default:
      // An underscore is a space in mail headers.
      return (code === 0x2b ? reading.way.plusIsBlank : reading.way.isQuoted && reading.way.plusIsBlank)
        ? ended(reading, at + 1, 0x20)
        : literal;
  }
}

function ended(reading: Reading, end: number, code: number): number {
  reading.end = end;
  return code;
}

/** A run of backslashes counts as one: JSON inside JSON doubles them with each layer. */
function readBackslashes(reading: Reading, at: number): number {
  const { text } = reading;
  let end = at + 1;
  while (text.charCodeAt(end) === 0x5c) end += 1;
  const letter = text.charAt(end);
  const code = letter === 'u' ? hex(text, end + 1, 4) : letter === 'x' ? hex(text, end + 1, 2) : literal;
  if (code !== literal) return ended(reading, end + (letter === 'u' ? 5 : 3), code);
  if (letter === '"' || letter === "'" || letter === '/')
    return ended(reading, end + 1, letter.charCodeAt(0));
  const blank = letter === '' ? -1 : 'tnr'.indexOf(letter);
  if (blank !== -1) return ended(reading, end + 1, [0x09, 0x0a, 0x0d][blank] ?? literal);
  return end === at + 1 ? literal : ended(reading, end, 0x5c);
}

function readPercent(reading: Reading, at: number): number {
  const byte = hex(reading.text, at + 1, 2);
  if (byte !== literal) return ended(reading, at + 3, byte);
  const isUnicode = (reading.text.charCodeAt(at + 1) | 0x20) === 0x75;
  const code = isUnicode ? hex(reading.text, at + 2, 4) : literal;
  return code === literal ? literal : ended(reading, at + 6, code);
}

const numeric = /&#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));/iy;
const named = /&([a-z]{2,8});/iy;

function readEntity(reading: Reading, at: number): number {
  numeric.lastIndex = at;
  const number = numeric.exec(reading.text);
  if (number) {
    const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
    return ended(reading, numeric.lastIndex, code > 0x10ffff ? nothing : code);
  }
  named.lastIndex = at;
  const name = named.exec(reading.text)?.[1] ?? '';
  const code = namedCharacters.get(name) ?? namedCharacters.get(name.toLowerCase());
  return code === undefined ? literal : ended(reading, named.lastIndex, code);
}

function readMarkup(reading: Reading, at: number): number {
  const { text } = reading;
  if (text.startsWith(']]>', at)) return ended(reading, at + 3, nothing);
  if (text.startsWith('<![CDATA[', at)) return ended(reading, at + 9, nothing);
  if (!text.startsWith('<!--', at) || reading.commentsFrom === -1) return literal;
  reading.commentsFrom = text.indexOf('-->', at + 4);
  return reading.commentsFrom === -1 ? literal : ended(reading, reading.commentsFrom + 3, nothing);
}

function readQuoted(reading: Reading, at: number): number {
  const { text } = reading;
  const byte = hex(text, at + 1, 2);
  if (byte !== literal) return ended(reading, at + 3, byte);
  const isBroken = text.charCodeAt(at + 1) === 0x0a || text.startsWith('\r\n', at + 1);
  return isBroken ? ended(reading, text.indexOf('\n', at) + 1, nothing) : literal;
}

/** Returns the number in `digits` hexadecimal digits at a place. */
function hex(text: string, at: number, digits: number): number {
  let value = 0;
  for (let place = at; place < at + digits; place += 1) {
    const code = text.charCodeAt(place);
    const letter = code | 0x20;
    if (code >= 0x30 && code <= 0x39) value = value * 16 + code - 0x30;
    else if (letter >= 0x61 && letter <= 0x66) value = value * 16 + letter - 0x57;
    else return literal;
  }
  return value;
}
