import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';

/** The presence of a value in the payload: missing, empty, or present. */
export type Presence = 'missing' | 'empty' | 'present';

/**
 * Distinguishes missing, empty and present. Missing is `undefined`, the result of a path that does not exist.
 * Empty is null, a text of only white space and characters without width, or a list of only empty elements.
 */
export function presenceOf(value: unknown): Presence {
  if (value === undefined) return 'missing';
  return isEmpty(value) ? 'empty' : 'present';
}

/** Returns the elements of a list and its inner lists that are not empty; a single value is a list of one. */
export function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flat(Number.POSITIVE_INFINITY).filter(each => !isEmpty(each));
  return isEmpty(value) ? [] : [value];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return withoutBlankEnds(value) === '';
  return Array.isArray(value) && value.flat(Number.POSITIVE_INFINITY).every(isEmpty);
}
