import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';

/** Trims a value of a payload, and each text of a list. A value without outer spaces is returned unchanged. */
export function trimmedValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutBlankEnds(value);
  if (!Array.isArray(value)) return value;
  const trimmed = value.map(trimmedValue);
  return trimmed.some((each, index) => each !== value[index]) ? trimmed : value;
}
