import { ownValue } from '../../expressions/plain-value.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';

/** The maximum length of an e-mail address. */
export const longestAddress = 254;

/**
 * Returns a short text, else the empty text. HubSpot writes `{"value": "Anna"}`, and scripts of Google Forms `["Anna"]`.
 */
export function shortTextOf(value: unknown): string {
  const [only, ...others]: readonly unknown[] = Array.isArray(value) ? value : [value];
  const text = typeof only === 'object' && only === value ? ownValue(only, 'value') : only;
  if (others.length > 0) return '';
  return typeof text === 'string' && text.length <= longestAddress ? text.trim() : '';
}

/** Returns the entry of a list of one object, which senders of batches write for one person, or else the value itself. */
export function onlyEntry(value: object): object {
  const [first, ...others]: readonly unknown[] = Array.isArray(value) ? value : [];
  return isPlainObject(first) && others.length === 0 ? first : value;
}
