import { editsWithin, forgivenEdits } from './edit-distance.ts';
import { spellings } from './spellings.ts';

/** The length of the part of a long name that is compared. */
const longestName = 200;
/** The maximum number of compared characters of all candidates, for all names: thousands of candidates. */
const mostCharacters = 250_000;

/**
 * Returns the candidates that were probably meant by `name`, nearest first, at most `max`. Case, separators
 * and diacritics do not count; otherwise about one wrong, missing, additional or swapped character in three
 * is allowed. Empty if none is near. Of thousands of candidates only the first are compared, to save time.
 */
export function nearest(name: string, candidates: Iterable<string>, max = 1): string[] {
  return nearestOf(candidates)(name, max);
}

/** Prepares the candidates once for up to `names` names. With more names, fewer candidates are compared. */
export function nearestOf(candidates: Iterable<string>, names = 1): (name: string, max?: number) => string[] {
  let ready: readonly (readonly [candidate: string, folds: readonly string[]])[] | undefined;
  return (name, max = 1) => {
    ready ??= firstOf(candidates, mostCharacters / names).map(each => [each, folds(each)]);
    const folded = folds(name);
    const near: { candidate: string; distance: number }[] = [];
    for (const [candidate, forms] of ready) {
      if (candidate === name) continue;
      const distance = Math.min(...forms.flatMap(each => folded.map(own => distanceOf(own, each))));
      if (distance < Number.POSITIVE_INFINITY) near.push({ candidate, distance });
    }
    near.sort((a, b) => a.distance - b.distance);
    return near.slice(0, max).map(each => each.candidate);
  };
}

/** Returns the first candidates, each once, up to a total number of characters. */
function firstOf(candidates: Iterable<string>, most: number): readonly string[] {
  const first = new Set<string>();
  let characters = 0;
  for (const candidate of candidates) {
    if (first.has(candidate)) continue;
    // Short names take a minimum of time, too.
    characters += Math.max(20, Math.min(longestName, candidate.length));
    if (characters > most) break;
    first.add(candidate);
  }
  return [...first];
}

/** The forms in which a name is compared: `Größe` as `grosse` and as `groesse`. */
function folds(name: string): string[] {
  return spellings(name.slice(0, longestName)).map(each => each.replaceAll(' ', '').slice(0, 100));
}

function distanceOf(name: string, candidate: string): number {
  if (name === '' || candidate === '') return Number.POSITIVE_INFINITY;
  const allowed = forgivenEdits(Math.max(name.length, candidate.length));
  const edits = editsWithin(name, candidate, allowed);
  if (edits <= allowed) return edits;
  const isBeginning = name.startsWith(candidate) || candidate.startsWith(name);
  // A common beginning is better than no match, but any misspelling is better.
  return isBeginning && Math.min(name.length, candidate.length) >= 4 ? allowed + 1 : Number.POSITIVE_INFINITY;
}
