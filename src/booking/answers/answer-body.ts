import { endOfString, jsonShape } from '../../receive/bodies/json.ts';
import { maxDepth } from '../../receive/bodies/limits.ts';

/**
 * The parsed body of a response. `json`: any JSON value, with the top-level names that occur twice. `text`: not JSON,
 * and it does not begin like JSON. `cut`: it begins like JSON and cannot be parsed, or has more levels, keys and
 * elements than the limits.
 */
export type AnswerBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown; readonly doubled: ReadonlySet<string> }
  | { readonly kind: 'cut' }
  | { readonly kind: 'text'; readonly text: string };

/** A configuration of 1 MiB has some 40,000 keys. Parsing more keys than this would block other work noticeably. */
const mostKeys = 50_000;
/** Exact numbers make parsing several times slower, and only short responses need them. */
const mostExactKeys = 5_000;

/** A JSON object of a response. Read its own properties with `field` only. */
export type AnswerObject = Readonly<Record<string, unknown>>;

/**
 * Reads the body of a response by its contents, whatever its content type is. Integers that a JavaScript number cannot
 * hold become texts, in a response of up to 5,000 keys and elements.
 */
export function readAnswerBody(bytes: Uint8Array): AnswerBody {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') return { kind: 'empty' };
  try {
    const { depth, keys, longNumbers } = jsonShape(bytes);
    if (depth <= maxDepth && keys <= mostKeys) {
      const isExact = longNumbers && keys <= mostExactKeys;
      const value: unknown = isExact ? JSON.parse(text, exactInteger) : JSON.parse(text);
      return { kind: 'json', value, doubled: doubledNames(bytes) };
    }
  } catch {
    // Not JSON.
  }
  return /^[{["]/.test(text) ? { kind: 'cut' } : { kind: 'text', text };
}

/** Returns the value if it is an object. */
export function asObject(value: unknown): AnswerObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as AnswerObject)
    : undefined;
}

/** Returns a property of a response's object. */
export function field(object: AnswerObject | undefined, name: string): unknown {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns a property if it is a text that is not empty. */
export function textField(object: AnswerObject | undefined, name: string): string | undefined {
  const value = field(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns the texts of a property that is a list; undefined if it is no list. */
export function textsField(object: AnswerObject | undefined, name: string): readonly string[] | undefined {
  const value = field(object, name);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
}

/** Returns a property that is a customer number, as digits. An inexact number is left out: it identifies nobody. */
export function digitsField(object: AnswerObject | undefined, name: string): string | undefined {
  const value = field(object, name);
  const isExact = typeof value === 'string' || Number.isSafeInteger(value);
  const text = isExact ? String(value) : '';
  return digits.test(text) ? text : undefined;
}

/** True if two texts are the same number; false if one is no number. */
export function sameNumber(one: string, other: string): boolean {
  if (!digits.test(one) || !digits.test(other)) return false;
  return one.replace(/^0+(?=.)/, '') === other.replace(/^0+(?=.)/, '');
}

/** No customer number is longer. */
const digits = /^[0-9]{1,1000}$/;

function exactInteger(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?[0-9]+$/.test(source) ? source : value;
}

/** Returns the names that occur twice in the outermost object of a JSON text. `bytes`: in UTF-8. */
function doubledNames(bytes: Uint8Array): ReadonlySet<string> {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  const decoder = new TextDecoder();
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    else if (byte === quote) {
      const end = endOfString(bytes, at);
      if (depth === 1 && isName(bytes, end + 1)) {
        const name = String(JSON.parse(decoder.decode(bytes.subarray(at, end + 1))));
        if (seen.has(name)) doubled.add(name);
        seen.add(name);
      }
      at = end;
    }
  }
  return doubled;
}

/** True if a colon comes next. */
function isName(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (blanks.includes(bytes[at] ?? 0)) at += 1;
  return bytes[at] === colon;
}

const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [quote, colon] = [0x22, 0x3a];
const blanks = [0x20, 0x09, 0x0a, 0x0d];
