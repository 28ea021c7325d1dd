import { secretForms } from '../../config/secrets/secret-forms.ts';
import { normalized } from '../../diagnostics/composed.ts';
import { hasEscapes, readings } from './undo-escapes.ts';

/** A text that must not be stored, and its placeholder. */
export interface RedactedText {
  readonly text: string;
  readonly placeholder: string;
}

/**
 * Removes texts from stored and shown values. A value without any of them is returned unchanged, as the same object.
 */
export interface Redactor {
  /** True if a text contains one of the hidden texts. */
  reveals(text: string): boolean;
  text(text: string): string;
  /** Redacts every text and key in a value. */
  value(value: unknown): unknown;
  bytes(bytes: Uint8Array): Uint8Array;
}

/** The placeholder for a secret. */
export const secretPlaceholder = '[secret]';

/** Shorter texts are not redacted, since they would be found in any text. */
const shortestText = 8;

/** Makes a redactor of texts, in plain form and as URLs, forms, JSON, HTML, Base64 and hex write them. */
export function createRedactor(hidden: readonly RedactedText[]): Redactor {
  const long = hidden.flatMap(inEachForm).filter(({ text }) => text.length >= shortestText);
  const plain = [...new Set(long.map(each => normalized(each.text, 'NFKC')))];
  // Longer forms first, since one may be a part of another.
  const forms = long
    .flatMap(({ text, placeholder }) =>
      secretForms(text)
        .filter(form => form.length >= shortestText)
        .map(form => ({ form, asBytes: Buffer.from(form).toString('latin1'), placeholder })),
    )
    .sort((one, other) => other.form.length - one.form.length);
  const isMixed = (text: string) =>
    hasEscapes(text) &&
    readings(text).some(
      each => plain.some(one => each.includes(one)) || forms.some(({ form }) => each.includes(form)),
    );

  const text = (given: string): string => {
    let shown = given;
    for (const { form, placeholder } of forms) {
      if (shown.includes(form)) shown = shown.replaceAll(form, placeholder);
    }
    // If a secret contains unnecessary escapes, its end is unknown, so the whole text is hidden.
    return isMixed(shown) ? secretPlaceholder : shown;
  };
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return hidesNumber(given) ? text(String(given)) : given;
    if (typeof given !== 'object' || given === null) return given;
    if (Array.isArray(given)) return sameOr(given, given.map(value));
    const entries = Object.entries(given);
    const shown = entries.map(([key, each]) => [text(key), value(each)] as const);
    const isSame = shown.every(
      ([key, each], at) => key === entries[at]?.[0] && Object.is(each, entries[at]?.[1]),
    );
    return isSame ? given : Object.fromEntries(shown);
  };
  const hidesNumber = (number: number) => long.some(each => each.text === String(number));
  return {
    reveals: given => text(given) !== given,
    text,
    value: given => (forms.length === 0 ? given : value(given)),
    bytes(bytes) {
      // Each byte is a character, so that everything else stays unchanged in any charset.
      let shown = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      const found = forms.filter(({ form, asBytes }) => shown.includes(form) || shown.includes(asBytes));
      if (found.length === 0) return bytes;
      for (const { form, asBytes, placeholder } of found) {
        shown = shown.replaceAll(asBytes, placeholder);
        shown = shown.replaceAll(form, placeholder);
      }
      return Buffer.from(shown, 'latin1');
    },
  };
}

function sameOr<T>(list: readonly T[], shown: readonly T[]): readonly T[] {
  return shown.every((each, at) => Object.is(each, list[at])) ? list : shown;
}

/** An accented letter has one code point or two, and a reader of the body may compose them. */
function inEachForm({ text, placeholder }: RedactedText): readonly RedactedText[] {
  if (/^[ -~]*$/.test(text)) return [{ text, placeholder }];
  const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map(form => normalized(text, form));
  return [...new Set([text, ...forms])].map(each => ({ text: each, placeholder }));
}
