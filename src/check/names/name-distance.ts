import { editDistance, editsWithin } from '../../diagnostics/edit-distance.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { fillerWords, ownershipWords, plainWord, technicalWords, thingOf } from './name-words.ts';

/** A name prepared for comparison: in every spelling, whole and without words that have no meaning. */
export interface NameForms {
  readonly forms: readonly Form[];
  /** All its digits. Names with different digits are different names. */
  readonly digits: string;
  /** True if a match with only a part of it has no meaning. */
  readonly isTechnical: boolean;
}

interface Form {
  readonly words: readonly string[];
  readonly joined: string;
  /** The same with sorted words. */
  readonly sorted: string;
  /** The addition to a distance because of left-out words. */
  readonly penalty: number;
  readonly thing: string | undefined;
}

const longestName = 100;

/** Prepares a name for comparison. */
export function nameForms(name: string): NameForms {
  const forms = new Map<string, Form>();
  for (const spelling of spellings(name.slice(0, longestName))) {
    const words = spelling.split(' ').filter(word => word !== '');
    const plain = words.map(plainWord);
    const withoutFillers = plain.filter(word => !fillerWords.has(word));
    const bare = withoutFillers.filter(word => !ownershipWords.has(word));
    for (const [form, penalty] of [
      [words, 0],
      [plain, 0.05],
      [ownershipWords.has(plain[0] ?? '') ? plain.slice(1) : plain, 0.1],
      [withoutFillers, 0.15],
      [bare, 0.3],
      [bare.filter(word => word !== 'number'), 0.5],
    ] as const) {
      const key = form.join(' ');
      if (key !== '' && !forms.has(key)) forms.set(key, formOf(form, penalty));
    }
  }
  const all = [...forms.values()];
  return {
    forms: all,
    digits: name.slice(0, longestName).replace(/\P{N}/gu, ''),
    isTechnical: all.some(({ words }) => words.some(word => technicalWords.has(word))),
  };
}

function formOf(words: readonly string[], penalty: number): Form {
  const sorted = [...words].sort().join('');
  return { words, joined: words.join(''), sorted, penalty, thing: thingOf(words) };
}

/**
 * Returns the distance between a name and a candidate, letter by letter. (`nameLikeness` compares meanings.)
 * 0: the same except case, spaces and diacritics; below 1: the same words in another order, or another word
 * for the same thing; up to 4: misspelt; from 3: only a part matches. Infinity: no match.
 */
export function nameDistance(name: NameForms, candidate: NameForms): number {
  if (name.digits !== '' && candidate.digits !== '' && name.digits !== candidate.digits) {
    return Number.POSITIVE_INFINITY;
  }
  let least = Number.POSITIVE_INFINITY;
  for (const own of name.forms) {
    for (const other of candidate.forms) {
      const distance = formDistance(own, other, name.isTechnical);
      least = Math.min(least, distance + own.penalty + other.penalty);
    }
  }
  return least;
}

function formDistance(name: Form, candidate: Form, isTechnical: boolean): number {
  if (name.joined === candidate.joined) return 0;
  if (name.sorted === candidate.sorted) return 0.1;
  if (name.thing !== undefined && name.thing === candidate.thing) return 0.6;
  // Names of different things are not misspelt, however alike they look: height and weight.
  if (name.thing !== undefined && candidate.thing !== undefined) return Number.POSITIVE_INFINITY;
  // For a shortened or reordered name, fewer edits are allowed.
  const most = isTechnical ? 1 : name.penalty >= 0.3 ? 2 : 3;
  const misspelt = Math.min(
    misspelling(name.joined, candidate.joined, most),
    misspelling(name.sorted, candidate.sorted, Math.min(most, 2)) + 0.1,
  );
  if (misspelt < Number.POSITIVE_INFINITY) return misspelt;
  // A match with a part of a shortened name has too little meaning.
  const isWhole = name.penalty < 0.3 && candidate.penalty <= 0.05;
  return isWhole && !isTechnical ? partlyThere(name, candidate) : Number.POSITIVE_INFINITY;
}

/** Returns 1 and a fraction for each edit. Several edits count only if the names begin alike, as most do. */
function misspelling(name: string, candidate: string, most: number): number {
  const longer = Math.max(name.length, candidate.length);
  const allowed = longer <= 3 ? 0 : longer <= 6 ? 1 : longer <= 9 ? Math.min(most, 2) : most;
  if (Math.abs(name.length - candidate.length) > allowed) return Number.POSITIVE_INFINITY;
  if (name[0] !== candidate[0] && !hasOneEditAtStart(name, candidate)) return Number.POSITIVE_INFINITY;
  const edits = editsWithin(name, candidate, allowed);
  if (edits > allowed) return Number.POSITIVE_INFINITY;
  return 1 + (edits / longer) * 6;
}

/** The rest is equal: fast to detect, and most names are far from each other. */
function hasOneEditAtStart(name: string, candidate: string): boolean {
  return (
    name.endsWith(candidate.slice(2)) &&
    candidate.endsWith(name.slice(2)) &&
    editDistance(name, candidate) <= 1
  );
}

/** Compares parts: all words of one name are in the other, and long enough; or one begins with the other. */
function partlyThere(name: Form, candidate: Form): number {
  const longer = Math.max(name.joined.length, candidate.joined.length);
  const within = sharedWords(name.words, candidate.words) / longer;
  // A complete part of a name may be short: then the other candidates decide whether it is the only match.
  if (within >= 0.35) return 3 + (1 - within);
  const around = sharedWords(candidate.words, name.words) / longer;
  // Two common words are not a coincidence. One may be, unless it is most of the name.
  if (around >= (candidate.words.length > 1 ? 0.5 : 0.65)) return 3 + (1 - around);
  const beginning = sharedBeginning(name, candidate) / longer;
  return beginning >= 0.65 ? 3 + (1 - beginning) : Number.POSITIVE_INFINITY;
}

/** Returns the number of letters of `words` that `others` contains too; 0 unless it contains all words. */
function sharedWords(words: readonly string[], others: readonly string[]): number {
  const areThere = words.every(word => others.some(other => sameWord(word, other)));
  const letters = words.join('').length;
  return areThere && letters >= 4 ? letters : 0;
}

function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length < 5 || one[0] !== other[0]) return false;
  return (
    (shorter.length > 5 && longer.startsWith(shorter)) ||
    (longer.length - shorter.length <= 1 && editDistance(one, other) <= 1)
  );
}

function sharedBeginning(name: Form, candidate: Form): number {
  const shorter = Math.min(name.joined.length, candidate.joined.length);
  const isBeginning = name.joined.startsWith(candidate.joined) || candidate.joined.startsWith(name.joined);
  return isBeginning && shorter >= 4 ? shorter : 0;
}
