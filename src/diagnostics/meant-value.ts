import { nearest } from './nearest.ts';
import { spellings } from './spellings.ts';

/**
 * The one of a fixed set of values that was probably meant: one that is written alike, or that has another name in
 * programs, forms or German. Undefined where none is.
 */
export function meantValue(found: unknown, allowed: readonly unknown[]): string | undefined {
  if (typeof found !== 'string') return undefined;
  const texts = allowed.filter(each => typeof each === 'string');
  const words = spellings(found);
  const named = texts.find(each => otherNames[each]?.some(name => words.includes(name)));
  // Another number is another thing: nobody who writes sha3 means sha1.
  const alike = texts.filter(each => digitsOf(each) === digitsOf(found));
  return named ?? nearest(found, alike)[0];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Small letters, as `spellings` gives them. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  text: ['string', 'str', 'txt', 'zeichenkette', 'wort'],
  number: ['int', 'integer', 'float', 'double', 'numeric', 'decimal', 'zahl', 'nummer', 'ganzzahl'],
  boolean: ['checkbox', 'yes no', 'true false', 'ja nein', 'wahrheitswert', 'wahr falsch'],
  date: ['datum', 'datetime', 'timestamp', 'day', 'tag', 'geburtstag', 'birthday', 'zeitpunkt'],
  phone: ['tel', 'telefon', 'telefonnummer', 'handy', 'mobile'],
  list: ['liste', 'array', 'aufzaehlung', 'multiple'],
  ',': ['comma', 'komma'],
  '.': ['point', 'dot', 'period', 'punkt'],
  skip: ['ignore', 'ignorieren', 'ueberspringen', 'auslassen'],
  clear: ['delete', 'remove', 'empty', 'loeschen', 'leeren'],
  fail: ['error', 'reject', 'fehler', 'abbrechen'],
  drop: ['skip', 'ignore', 'remove'],
};
