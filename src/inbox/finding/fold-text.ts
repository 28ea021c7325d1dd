import { normalized } from '../../diagnostics/composed.ts';

/** Returns a form of a text that ignores case, composed or separate accents, spaces and invisible characters. */
export function foldText(text: string): string {
  let composed = text;
  if (mayHaveAccents.test(composed)) composed = normalized(composed.replaceAll(accents, '$1'), 'NFC');
  if (unusual.test(composed)) composed = composed.replaceAll(invisible, '').replaceAll('ς', 'σ');
  const blanks = unusualBlanks.test(composed) ? composed.replaceAll(everyBlank, ' ') : composed;
  return blanks.toLowerCase();
}

/** The first combining accent: all characters below it are ASCII or Latin letters. */
const mayHaveAccents = /[\u0300-\uffff]/;
const unusual = /[\u00adς\u200b-\u200f\u2060\ufeff]/;

/** Soft hyphens, zero-width characters and byte order marks. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Accents beyond the 16 that a letter may have. Sorting a longer run takes quadratic time. */
const accents = /(\p{M}{16})\p{M}+/gu;

const unusualBlanks = /[^\S ]|\s\s/;
const everyBlank = /\s+/g;
