import { nearest } from './nearest.ts';
import { spellings } from './spellings.ts';

/**
 * Returns the values that were probably meant by a text, nearest first. Unlike a name, a value is never taken for its
 * opposite (`Inaktiv`, `aktiv`) or for one with another number (`Pflegegrad 0`, `Pflegegrad 1`), however similar.
 */
export function nearestValue(text: string, candidates: Iterable<string>, max = 1): string[] {
  const compared = [...candidates].slice(0, mostCandidates);
  const near = nearest(text, compared, max + 8)
    .filter(each => !saysOther(text, each))
    .slice(0, max);
  const [first] = near;
  if (first === undefined) return near;
  const { named, alike } = fittingValues(text, compared);
  if (alike.length > 0) return [];
  // Of two values that the text contains, the longer one is meant: `Leipzig Mitte`, and not `Leipzig`.
  const [whole] = named;
  const isPart = max === 1 && whole !== undefined && whole !== first && containsWords(whole, first);
  return isPart && !saysOther(text, whole) ? [whole] : near;
}

const mostCandidates = 10_000;

/**
 * Returns the values that fit a text alike, so that none of them may be guessed: all that it names ("lockig bis kraus"),
 * or all that begin with it or contain it ("Leipzig", for "Leipzig Mitte" and "Leipzig Süd"). Empty if there is one at most.
 */
export function valuesAlike(text: string, candidates: readonly string[]): readonly string[] {
  return fittingValues(text, candidates).alike;
}

interface Fitting {
  /** The longest values that a text contains. */
  readonly named: readonly string[];
  readonly alike: readonly string[];
}

const nothing: Fitting = { named: [], alike: [] };

function fittingValues(text: string, candidates: readonly string[]): Fitting {
  const own = wordsAround(text);
  if (own.trim().length < 2) return nothing;
  const all = candidates
    .slice(0, mostCandidates)
    .map(value => ({ value, words: wordsAround(value) }))
    .filter(({ words }) => words.trim().length > 1);
  if (all.some(({ words }) => words === own)) return nothing;
  const inside = all.filter(({ words }) => own.includes(words));
  const longest = inside.filter(
    ({ words }) => !inside.some(other => other.words !== words && other.words.includes(words)),
  );
  const named = longest.map(({ value }) => value);
  if (new Set(longest.map(({ words }) => words)).size > 1) return { named, alike: named };
  const around = inside.length === 0 ? all.filter(({ words }) => words.includes(own)) : [];
  return { named, alike: around.length > 1 ? around.map(({ value }) => value) : [] };
}

function containsWords(text: string, part: string): boolean {
  return wordsAround(text).includes(wordsAround(part));
}

/** Returns the words of a text between spaces, so that a text contains another one only in whole words. */
function wordsAround(text: string): string {
  return ` ${spellings(text.slice(0, 200))[0] ?? ''} `;
}

/** True if two texts differ in a number, a letter that counts, or a word or syllable that reverses the meaning. */
export function saysOther(one: string, other: string): boolean {
  const [left = '', right = ''] = [one, other].map(each => spellings(each.slice(0, 200))[0]);
  if (differInNumbers(left, right) || (deniedBy.test(one) !== deniedBy.test(other) && !isTypo(left, right)))
    return true;
  const [words, others] = [left, right].map(each => each.split(' '));
  if (!words || !others) return false;
  if (words.length === others.length && words.some((word, at) => areCounts(word, others[at] ?? '')))
    return true;
  return words.some(word => others.some(each => areOpposite(word, each) || areOpposite(each, word)));
}

/** A name without a number may be a part of one that has some: `Massage` and `Massage, 60 Min.`. */
function differInNumbers(one: string, other: string): boolean {
  const [numbers, others] = [numbersOf(one), numbersOf(other)];
  if (numbers === others) return false;
  return (numbers !== '' && others !== '') || wordsOf(one) === wordsOf(other);
}

function wordsOf(text: string): string {
  return text.replace(/[\d ]+/g, '');
}

function numbersOf(text: string): string {
  return (text.match(/\d+/g) ?? []).map(each => each.replace(/^0+(?=\d)/, '')).join(' ');
}

/** Words that deny: `keine Farbe` and `Farbe: nein` do not mean the choice. */
const deniedBy =
  /(?<!\p{L})(?:ex|former|ehemalig\p{L}{0,2}|nein|no|nicht|not|kein\p{L}{0,2}|ohne|without|none|never|nie|niet|geen|nee|zonder|non|pas|sans|aucune?)(?!\p{L})/iu;

/** A letter too many at the end of one word: `Neinn` means `Nein`. */
function isTypo(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  return (
    short.length > 3 && long.length === short.length + 1 && long.startsWith(short) && !long.includes(' ')
  );
}

/** `Gruppe A` and `Gruppe B`, `Stufe I` and `Stufe II`. */
function areCounts(word: string, other: string): boolean {
  const isCount = /^(?:\p{L}|[ivx]{1,4})$/u;
  return word !== other && isCount.test(word) && isCount.test(other);
}

/** True if a word begins with a syllable that makes it the opposite of another one: `inaktiv`, `abgemeldet`. */
function areOpposite(word: string, other: string): boolean {
  return reversing.some(([syllable, opposite]) => {
    if (!word.startsWith(syllable) || other.startsWith(syllable) || !other.startsWith(opposite)) return false;
    const [rest, otherRest] = [word.slice(syllable.length), other.slice(opposite.length)];
    if (rest.length < 3 || otherRest.length < 3) return false;
    return rest === otherRest || nearest(rest, [otherRest]).length > 0;
  });
}

/** Syllables and their opposites. The empty text: a word without any. */
const reversing: readonly (readonly [string, string])[] = [
  ...['in', 'im', 'ir', 'il', 'un', 'non', 'nicht', 'dis', 'de', 'fe', 'ex', 'anti', 'off', 'out'].map(
    syllable => [syllable, ''] as const,
  ),
  ['ab', 'an'],
  ['ab', 'auf'],
  ['aus', 'ein'],
  ['aus', 'an'],
  ['zu', 'auf'],
  ['nach', 'vor'],
  ['dis', 'en'],
  ['ent', 'be'],
];
