import { inventDate, inventTwo } from './invent-date.ts';
import { createDraw, inventDigits, inventHex, inventIban } from './invent-text.ts';
import { createPseudonyms } from './pseudonyms.ts';
import type { ValueKind } from './value-kind.ts';

/** Returns an invented value of the same shape. The same value always gets the same invention. */
export type Inventor = (text: string, kind: ValueKind) => string;

/**
 * Makes the inventor of one capture. It never returns one of the `originals` or one of their words. A word always
 * gets the same replacement, so that a first name and a full name still match.
 */
export function createInventor(originals: Iterable<string>): Inventor {
  const draw = createDraw();
  const book = createPseudonyms(originals, draw);
  const values = new Map<string, string>();
  const ways: Record<ValueKind, (text: string) => string> = {
    email: book.email,
    url: text => inventUrl(text, book.all),
    iban: text => inventIban(text, draw),
    ip: () => `192.0.2.${1 + draw(250)}`,
    hex: text => inventHex(text, draw),
    phone: text => inventDigits(text, Math.max(1, digitsOf(text) - 6), draw),
    date: text => inventDate(text, draw),
    day: text => (digitsOf(text) > 0 ? inventTwo(text, 1, 12, draw) : book.all(text)),
    month: text => (digitsOf(text) > 0 ? inventTwo(text, 1, 12, draw) : book.all(text)),
    year: text => (digitsOf(text) === 4 ? String(1950 + draw(45)) : book.all(text)),
    'first-name': text => book.all(text, 'first'),
    'last-name': text => book.all(text, 'last'),
    'full-name': book.fullName,
    text: book.all,
  };
  return (text, kind) => {
    const known = values.get(text);
    if (known !== undefined) return known;
    const made = book.fresh(text, () => ways[kind](text));
    values.set(text, made);
    return made;
  };
}

function inventUrl(text: string, allWords: (text: string) => string): string {
  const [, scheme = 'https', rest = ''] = /^\s*([a-z][a-z\d+.-]*):\/\/[^/?#\s]*(\S*)/i.exec(text) ?? [];
  return `${scheme}://example.com${allWords(rest)}`;
}

function digitsOf(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}
