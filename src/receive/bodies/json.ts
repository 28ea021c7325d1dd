import { maxDepth, maxKeys, tooDeep, tooManyKeys } from './limits.ts';

/** The result of reading a JSON text. */
export type JsonRead =
  | {
      readonly kind: 'read';
      readonly value: unknown;
      /** Levels of objects and lists. */
      readonly depth: number;
      /** Keys and elements at all levels together. */
      readonly keys: number;
    }
  | { readonly kind: 'not-json' }
  /** The text may be JSON, but exceeds the limits. */
  | { readonly kind: 'beyond'; readonly reason: string };

/**
 * Parses JSON within the limits of depth and keys, which are checked first. `bytes` are those of `text`, in an encoding
 * that contains ASCII. A number that a JavaScript number cannot hold exactly becomes its text. The last value of a
 * repeated key counts. `__proto__` is a key like any other.
 */
export function parseJson(bytes: Uint8Array, text: string): JsonRead {
  const { depth, keys, longNumbers } = jsonShape(bytes);
  if (depth > maxDepth) return { kind: 'beyond', reason: tooDeep };
  if (keys > maxKeys) return { kind: 'beyond', reason: tooManyKeys };
  try {
    const value: unknown = longNumbers ? JSON.parse(text, keepExact) : JSON.parse(text);
    return { kind: 'read', value, depth, keys };
  } catch {
    return { kind: 'not-json' };
  }
}

/** The shape of a JSON text: its depth and number of keys. */
interface Shape {
  /** Levels of objects and lists. */
  depth: number;
  /** Keys of objects and elements of lists, at all levels together. */
  keys: number;
  /** True if a number may not be exact in JavaScript: it has an exponent or more than 15 digits. */
  longNumbers: boolean;
}

/** Measures a JSON text in one pass over its bytes. For other texts, the result has no meaning. */
export function jsonShape(bytes: Uint8Array): Shape {
  const shape = { depth: 0, keys: 0, longNumbers: false };
  let depth = 0;
  let empty = false;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        break;
      case 0x22:
        empty = false;
        at = endOfString(bytes, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth++;
        if (depth > shape.depth) shape.depth = depth;
        // The first element has no comma before it.
        shape.keys++;
        empty = true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        if (empty) shape.keys--;
        empty = false;
        break;
      case 0x2c: // ,
        // A comma outside of all brackets is not JSON, but part of a plain text.
        if (depth > 0) shape.keys++;
        break;
      case 0x2d: // -
      case 0x30:
      case 0x31:
      case 0x32:
      case 0x33:
      case 0x34:
      case 0x35:
      case 0x36:
      case 0x37:
      case 0x38:
      case 0x39: {
        empty = false;
        const end = endOfNumber(bytes, at);
        if (end < 0) shape.longNumbers = true;
        at = Math.abs(end) - 1;
        break;
      }
      default:
        empty = false;
    }
  }
  return shape;
}

/** Returns the index of the quote that ends the string beginning at `start`. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x22) return at;
  }
  return at;
}

/** Returns the index after the number at `start`; negative if JavaScript may not hold the number exactly. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  let digits = 0;
  let long = false;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) digits++;
    else if (byte === 0x65 || byte === 0x45) long = true;
    else if (byte !== 0x2d && byte !== 0x2b && byte !== 0x2e) break;
  }
  return long || digits > 15 ? -at : at;
}

function keepExact(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return holds(value, source) ? value : source;
}

/** True if a number equals its source digit for digit. Whole numbers beyond 2^53 never do. */
function holds(value: number, source: string): boolean {
  if (!Number.isFinite(value) || source.length > 100) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  return canonical(source) === canonical(String(value));
}

/** Returns a decimal number as its significant digits and the power of ten of the last one. */
function canonical(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
}
