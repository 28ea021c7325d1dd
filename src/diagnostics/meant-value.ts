import { nearest } from './nearest.ts';
import { spellings } from './spellings.ts';

/**
 * Returns the value of a fixed set that was probably meant: one with a similar spelling, or with this other
 * name in programs, forms or German. Undefined if there is none.
 */
export function meantValue(found: unknown, allowed: readonly unknown[]): string | undefined {
  if (typeof found !== 'string') return undefined;
  const texts = allowed.filter(each => typeof each === 'string');
  const words = spellings(found);
  const named = texts.find(each => otherNames[each]?.some(name => words.includes(name)));
  // Digits must be equal: whoever writes sha3 does not mean sha1.
  const alike = texts.filter(each => digitsOf(each) === digitsOf(found) && !isOtherKind(found, each));
  return named ?? nearest(found, alike)[0];
}

/**
 * True for names of two algorithms: RS256 signs with a pair of keys, HS256 with a secret. Their spellings are similar, but
 * one is never a misspelling of the other.
 */
function isOtherKind(one: string, other: string): boolean {
  const [left, right] = [one, other].map(familyOf);
  return left !== undefined && right !== undefined && left !== right;
}

function familyOf(text: string): string | undefined {
  return /^(?:hs|rs|es|ps|rsa|ecdsa|eddsa|ed|dsa|hmac)(?=[\W_]|\d)/i.exec(text)?.[0].toLowerCase();
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Names in lower case, in the form of `spellings`. */
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
