import { ExpressionFailed } from './expression.ts';

/** Returns an own property of a JSON object; `constructor` is found only if the payload has it. */
export function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** True if two JSON values are deeply equal in any order of keys, like JSONata's `=`. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((each, index) => isEqual(each, right[index]));
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(key => Object.hasOwn(right, key) && isEqual(ownValue(left, key), ownValue(right, key)))
  );
}

/** Returns the result of JSONata's `$boolean` for a JSON value; a missing one is false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/**
 * Returns the result of JSONata's `$string` for a JSON value: numbers rounded to 15 digits, lists and objects as JSON;
 * a missing value is the empty text.
 * @throws ExpressionFailed for a number that is too large
 */
export function stringOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'number' ? rounded(each) : each));
}

function rounded(value: number): number {
  if (!Number.isFinite(value)) {
    throw new ExpressionFailed('expression/failed', 'A number is too large to be written as text.');
  }
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
