import { visibleText } from '../../diagnostics/visible-text.ts';

/** The result of converting a value: the new value, or the fault and the next step in words. */
export type Converted<T> =
  | { readonly value: T }
  | { readonly fault: string; readonly hint?: string | undefined };

/** Returns the text of a single text, number or boolean. */
export function scalarText(value: unknown): Converted<string> {
  if (typeof value === 'string') return { value };
  if (typeof value === 'boolean') return { value: String(value) };
  if (typeof value === 'number' && Number.isFinite(value)) return { value: numberText(value) };
  const kind = Array.isArray(value) ? 'a list' : 'an object';
  return { fault: `${shown(value)} is ${kind}; only texts, numbers, true and false can be sent` };
}

/** Returns a number in digits, without an exponent: 1e21 is `1000000000000000000000`. */
export function numberText(value: number): string {
  const text = String(value === 0 ? 0 : withoutNoise(value));
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!parts) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

/** 10.1 + 20.2 is 30.299999999999997 in binary numbers; people expect 30.3. */
function withoutNoise(value: number): number {
  if (Number.isInteger(value)) return value;
  const rounded = Number(value.toPrecision(15));
  return String(rounded).length + 4 <= String(value).length ? rounded : value;
}

/**
 * Numbers and dates are shorter. Longer texts are not given to the libraries that read them, since some of
 * these take quadratic time.
 */
export const longestRead = 500;

/** Returns a value for a message, shortened if it is long. */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return `"${visibleText(value.length > 60 ? `${value.slice(0, 57)}...` : value)}"`;
  if (Array.isArray(value)) return value.length === 1 ? `[${shown(value[0])}]` : `a list of ${value.length}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const keys = Object.keys(value);
  const few = keys.slice(0, 5).map(key => shown(key));
  return `{${few.join(', ')}${keys.length > few.length ? ', ...' : ''}}`;
}

/** Returns a value as `shown` does, but a list of few short elements in full. */
export function shownElements(value: unknown): string {
  if (!Array.isArray(value) || value.length === 1 || value.some(each => typeof each === 'object'))
    return shown(value);
  const whole = `[${value.map(each => shown(each)).join(', ')}]`;
  return whole.length <= 60 ? whole : shown(value);
}
