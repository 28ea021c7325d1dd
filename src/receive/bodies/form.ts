import { isUtf8 } from 'node:buffer';
import type { JsonField } from '../../config/config.ts';
import { placeFields } from './place-fields.ts';
import { notUtf8, UnreadableBody } from './unreadable-body.ts';

/**
 * Reads `application/x-www-form-urlencoded`: its fields, placed by their keys.
 * @throws UnreadableBody if it is invalid in its charset or exceeds the limits
 */
export function parseForm(text: string, charset: string, jsonField?: JsonField): unknown {
  return placeFields(fieldsOf(text, charset), jsonField);
}

function* fieldsOf(text: string, charset: string): Generator<readonly [key: string, value: string]> {
  // Some senders add a line break to every body. It is not part of the last value, which would encode it.
  const form = text.replace(/\r?\n$/, '');
  for (let at = 0, end = 0; at < form.length; at = end + 1) {
    // The search stops with the last field that is needed.
    end = form.indexOf('&', at);
    if (end === -1) end = form.length;
    if (end === at) continue;
    const pair = form.slice(at, end);
    const equals = pair.indexOf('=');
    const key = decodeEscapes(equals === -1 ? pair : pair.slice(0, equals), charset);
    const value = equals === -1 ? '' : decodeEscapes(pair.slice(equals + 1), charset);
    if (key === undefined || value === undefined) throw new UnreadableBody(notUtf8('form'), 'not-utf8');
    yield [key, value];
  }
}

/** Decodes the escapes of a key or value; undefined if they are invalid in the charset. A lone % stays. */
function decodeEscapes(text: string, charset: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  if (charset === 'utf-8') {
    const bytes = Buffer.from(text);
    const decoded = bytes.subarray(
      0,
      undoEscapes(bytes, byte => byte),
    );
    return isUtf8(decoded) ? decoded.toString() : undefined;
  }
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const characters = charactersOf(charset);
  const length = undoEscapes(units, byte => characters[byte] ?? byte);
  return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
}

const [plus, space, percent] = [0x2b, 0x20, 0x25];

/**
 * Replaces each plus by a space and each escape by a unit, in place, and returns the number of units left. Each unit is
 * read once: most other ways take a second for a body of only escaped characters.
 */
function undoEscapes(units: Uint8Array | Uint16Array, unitOf: (byte: number) => number): number {
  let to = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    const byte = unit === percent ? 16 * digitAt(units, at + 1) + digitAt(units, at + 2) : Number.NaN;
    if (byte >= 0) at += 2;
    units[to] = byte >= 0 ? unitOf(byte) : unit === plus ? space : unit;
    to += 1;
  }
  return to;
}

/** Returns the value of a hexadecimal digit; NaN for any other byte. */
function digitAt(units: Uint8Array | Uint16Array, at: number): number {
  const unit = units[at] ?? 0;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const known = new Map<string, Uint16Array>();

/** Returns the characters for the 256 bytes of a single-byte charset, as units of UTF-16. */
function charactersOf(charset: string): Uint16Array {
  const text = () => new TextDecoder(charset).decode(bytes);
  const characters = known.get(charset) ?? Uint16Array.from(text(), each => each.charCodeAt(0));
  known.set(charset, characters);
  return characters;
}
