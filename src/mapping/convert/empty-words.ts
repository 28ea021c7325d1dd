import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';

/** The texts that a sender writes where it has nothing, as `wordOf` makes them. */
export type EmptyWords = ReadonlySet<string>;

/**
 * Returns a text, a number, true or false in the form in which it is compared with those words: as a text, composed and
 * trimmed. Undefined for anything else.
 */
export function wordOf(value: unknown): string | undefined {
  if (typeof value === 'object' || value === undefined) return undefined;
  const text = scalarText(value);
  return 'value' in text ? composedText(withoutBlankEnds(text.value)) : undefined;
}

/** A value with null for what `isNothing` says of it, or of its elements. A value without such a part is given as it is. */
export function withoutNothing(value: unknown, isNothing: (element: unknown) => boolean): unknown {
  if (!Array.isArray(value)) return isNothing(value) ? null : value;
  const kept = value.map(each => withoutNothing(each, isNothing));
  return kept.some((each, index) => each !== value[index]) ? kept : value;
}
