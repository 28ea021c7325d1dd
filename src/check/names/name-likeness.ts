import { editDistance } from '../../diagnostics/edit-distance.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { fillerWords, meaninglessWords, plainWord, thingOfSender } from './name-words.ts';
import { withSide } from './sides.ts';

/**
 * Returns how similar the meanings of two names are, word by word, such as a question of a form and its field.
 * (`nameDistance` compares spellings.) From 0 to 1: 1 the same except case, spaces and diacritics; 0.95 the same words,
 * or words for the same thing in the languages of the API; below that a part of them.
 */
export function nameLikeness(one: string, other: string): number {
  const [left, right] = [termsOf(one), termsOf(other)];
  if (left.length === 0 || right.length === 0) return 0;
  if (spelling(one).replaceAll(' ', '') === spelling(other).replaceAll(' ', '')) return 1;
  const used = new Set<number>();
  let shared = 0;
  for (const term of left) {
    const [index, likeness] = likest(term, right, used);
    if (likeness === 0) continue;
    used.add(index);
    shared += likeness;
  }
  return Math.min(0.95, (2 * shared) / (left.length + right.length));
}

/** Returns the things that a name contains, by their main names: `birthdate` for "Geburtsdatum des Kunden". */
export function thingsIn(name: string): readonly string[] {
  return termsOf(name).flatMap(term => (term.startsWith('#') ? [term.slice(1)] : []));
}

/** Returns the terms of a name: the thing that it names if that is known, else its words. */
function termsOf(name: string): readonly string[] {
  const before = known.get(name);
  if (before) return before;
  const words = withSide(spelling(name))
    .split(' ')
    .filter(word => word !== '')
    .map(plainWord);
  const terms: string[] = [];
  for (let at = 0; at < words.length; ) {
    const [thing, length] = thingAt(words, at);
    if (thing !== undefined) terms.push(`#${thing}`);
    else if (!meaninglessWords.has(words[at] ?? '')) terms.push(words[at] ?? '');
    at += length;
  }
  const all = [...new Set(terms)];
  if (known.size > mostKnown) known.clear();
  known.set(name, all);
  return all;
}

/** Returns the thing that the most words from here on name, apart from small words, and their number. */
function thingAt(words: readonly string[], at: number): [thing: string | undefined, length: number] {
  for (let length = Math.min(longestThing, words.length - at); length > 0; length -= 1) {
    const some = words.slice(at, at + length);
    const thing = thingOfSender(some) ?? thingOfSender(some.filter(word => !fillerWords.has(word)));
    if (thing !== undefined) return [thing, length];
  }
  return [undefined, 1];
}

const longestThing = 5;

const known = new Map<string, readonly string[]>();
const mostKnown = 10_000;

function likest(term: string, others: readonly string[], used: ReadonlySet<number>): [number, number] {
  const same = others.findIndex((other, index) => other === term && !used.has(index));
  if (same >= 0) return [same, 1];
  const near = others.findIndex((other, index) => !used.has(index) && isNear(term, other));
  return near >= 0 ? [near, 0.85] : [-1, 0];
}

/**
 * Only long words of similar length with the same first letter are compared: short ones are similar to too many others,
 * and a misspelling seldom begins with another letter (`bounce` is no `source`).
 */
function isNear(term: string, other: string): boolean {
  if (term.length <= 4 || other.length <= 4 || Math.abs(term.length - other.length) > 3) return false;
  if (firstLetter(term) !== firstLetter(other)) return false;
  const [one, two] = [term.replace('#', ''), other.replace('#', '')];
  if (Math.max(one.length, two.length) <= shortTerm && editDistance(one, two) > 1) return false;
  return nearest(term, [other]).length > 0;
}

/** The length up to which a misspelling has one wrong letter: `sheet` is no `street`. */
const shortTerm = 6;

/** Returns the first letter of a term, which may be a thing: `#phone`. */
function firstLetter(term: string): string | undefined {
  return term.startsWith('#') ? term[1] : term[0];
}

/** Returns only the spelling without diacritics, which the table of things uses. */
function spelling(name: string): string {
  return spellings(name.slice(0, longestName).replace(madeBefore, '').replace(numbered, ''))[0] ?? '';
}

/** Forms number their questions: `1. Kundennummer`. */
const numbered = /^\d{1,2}[.)]\s+/;

/** The prefix that Odoo adds to the name of a custom field. */
const madeBefore = /^x_(?:studio_)?/;

const longestName = 200;
