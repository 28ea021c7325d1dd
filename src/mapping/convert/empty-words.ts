import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';

/** The texts that a sender writes for an empty value, in the form of `wordOf`. */
export type EmptyWords = ReadonlySet<string>;

/**
 * Returns a text, a number, true or false in the form in which it is compared with those texts: as a text in
 * NFC, trimmed. Undefined for anything else.
 */
export function wordOf(value: unknown): string | undefined {
  if (typeof value === 'object' || value === undefined) return undefined;
  const text = scalarText(value);
  return 'value' in text ? composedText(withoutBlankEnds(text.value)) : undefined;
}

/** Returns null for a value, or for elements of a list, that `isNothing` accepts; others stay unchanged. */
export function withoutEmptyTexts(value: unknown, isNothing: (element: unknown) => boolean): unknown {
  if (!Array.isArray(value)) return isNothing(value) ? null : value;
  const kept = value.map(each => withoutEmptyTexts(each, isNothing));
  return kept.some((each, index) => each !== value[index]) ? kept : value;
}
