import { composedText } from '../../diagnostics/composed.ts';
import { scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import type { ReadValue } from '../explain/origins.ts';

/** A value of a call that differs from the expected one. */
export interface Mismatch {
  /** A parameter, or `additionalFields.` and a keyName. */
  readonly name: string;
  /** Undefined: it is not expected. */
  readonly expected?: string;
  /** Undefined: it is not sent. */
  readonly actual?: string;
  /** The values of the event that were read for it. */
  readonly reads?: readonly ReadValue[];
}

/** Names that an expected call may leave out. */
export const optionalNames: ReadonlySet<string> = new Set(['operation', 'destination']);

/**
 * Returns the differences between a call and the expected one, value by value. Values compare as texts, so 3
 * expects `3`. Any parameter or additional field that is not listed is a difference.
 */
export function differences(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): Mismatch[] {
  const wanted = textsOfCall(expected);
  const found = textsOfCall(actual);
  const missed = [...wanted].flatMap(([name, text]): Mismatch[] => {
    const other = found.get(name);
    if (other === undefined) return [{ name, expected: text }];
    return other === text ? [] : [{ name, expected: text, actual: other }];
  });
  const unexpected = [...found].filter(([name]) => !wanted.has(name) && !optionalNames.has(name));
  return [...missed, ...unexpected.map(([name, text]) => ({ name, actual: text }))];
}

/** Returns the texts of a call in NFC, by parameter or full name of an additional field. */
export function textsOfCall(call: Readonly<Record<string, unknown>>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(call)) {
    if (name !== 'additionalFields' || typeof value !== 'object' || value === null) {
      texts.set(name, composedText(expectedText(value)));
      continue;
    }
    for (const [key, field] of Object.entries(value))
      texts.set(composedText(`additionalFields.${key}`), composedText(expectedText(field)));
  }
  return texts;
}

/** Returns the text of an expected value. */
export function expectedText(value: unknown): string {
  const text = scalarText(value);
  return 'value' in text ? text.value : shown(value);
}
