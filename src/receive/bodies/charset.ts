import { isUtf8 } from 'node:buffer';

/** The supported charsets of bodies, by the labels that senders use. */
const charsets: ReadonlyMap<string, 'utf-8' | 'windows-1252'> = new Map([
  // ASCII is a part of UTF-8. A sender that declares ASCII but sends other characters uses UTF-8.
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  // Latin-1 is read as its superset, as browsers do.
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
]);

/**
 * Returns the charset of a label; undefined if it is not supported. A label that names no charset counts as
 * UTF-8.
 */
export function findCharset(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (usual.test(name)) return 'utf-8';
  return charsets.get(name) ?? ofOneByte(name);
}

/** The spellings of UTF-8 in databases and scripts, and words for "no charset". */
const usual = /^(?:(?:x-|unicode-1-1-)?utf[-_ ]?8(?:mb[34])?|none|null|undefined|default|auto|binary|8bit)$/;

/**
 * Returns the standard name of a single-byte charset that contains ASCII: Latin-1, Latin-9 with its euro
 * sign, and those of Eastern Europe, Greek, Turkish and Cyrillic.
 */
function ofOneByte(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return /^(?:iso-8859-\d+|windows-125\d|koi8-[ru]|macintosh|ibm866)$/.test(encoding)
      ? encoding
      : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes bytes and drops the byte order mark; undefined if the bytes are invalid in this charset. */
export function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (charset !== 'utf-8' && !marked) return new TextDecoder(charset).decode(bytes);
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', marked ? 3 : 0);
}

/** Returns the charset in the declaration of an XML document, as it is written there. */
export function xmlCharset(bytes: Uint8Array): string | undefined {
  const top = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/.exec(top)?.[1];
}
