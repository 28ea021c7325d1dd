import { elementsOf } from '../../expressions/convert/presence.ts';
import { type Converted, scalarText } from '../../expressions/convert/scalar-text.ts';
import type { Value } from '../../inbox/call.ts';

/** The text of a value and, for a list, the texts of its elements. */
export type ConvertedText =
  | { readonly value: string; readonly elements?: readonly string[] }
  | Extract<Converted<string>, { readonly fault: string }>;

/**
 * Returns the text of a value as it is sent (API document 4: all request values are strings): true becomes
 * `true`, 3 becomes `3`, a list its non-empty elements joined by the separator. An object has no text.
 */
export function textOf(value: unknown, separator: string): ConvertedText {
  return Array.isArray(value) ? joinedTexts(value, separator, scalarText) : scalarText(value);
}

/** Does the same with another conversion for each element. */
export function joinedTexts(
  value: unknown,
  separator: string,
  textOfElement: (element: unknown) => Converted<string>,
): ConvertedText {
  const texts: string[] = [];
  for (const element of elementsOf(value)) {
    const step = textOfElement(element);
    if ('fault' in step) return step;
    texts.push(step.value);
  }
  if (!Array.isArray(value)) return { value: texts.join(separator) };
  return { value: texts.join(separator), elements: texts };
}

/** A text to send, with the facts needed to read the elements of a list again. */
export function joinedValue(
  { value: text, elements }: Extract<ConvertedText, { readonly value: string }>,
  separator: string,
): Omit<Value, 'origin'> {
  return { text, ...(elements && { elements }), ...(separator !== ',' && { separator }) };
}
