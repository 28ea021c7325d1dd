import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';

/** A value of a payload without blanks at its ends, each text where it is a list. A value without such blanks is given as it is. */
export function trimmedValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutBlankEnds(value);
  if (!Array.isArray(value)) return value;
  const trimmed = value.map(trimmedValue);
  return trimmed.some((each, index) => each !== value[index]) ? trimmed : value;
}
