import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';

/** Whether the payload has a value: not at all, there but empty, or there. */
export type Presence = 'missing' | 'empty' | 'present';

/**
 * Tells missing, empty and present apart: missing is `undefined`, which is what
 * an expression gives for a path that is not there; empty is null, a text of nothing but blanks and characters that take
 * no room, or a list of nothing but empty elements.
 */
export function presenceOf(value: unknown): Presence {
  if (value === undefined) return 'missing';
  return isEmpty(value) ? 'empty' : 'present';
}

/** The elements of a list that are not empty, of inner lists as well; a single value is a list of one. */
export function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flat(Number.POSITIVE_INFINITY).filter(each => !isEmpty(each));
  return isEmpty(value) ? [] : [value];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return withoutBlankEnds(value) === '';
  return Array.isArray(value) && value.flat(Number.POSITIVE_INFINITY).every(isEmpty);
}
