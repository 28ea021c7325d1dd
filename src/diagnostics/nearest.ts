import { editDistance, forgivenEdits } from './edit-distance.ts';
import { spellings } from './spellings.ts';

/**
 * The candidates that were probably meant by `name`, nearest first, at most `max`. Case, separators and diacritics do
 * not count; otherwise about one wrong, missing, additional or swapped character in three is forgiven. Empty where
 * nothing is near.
 */
export function nearest(name: string, candidates: Iterable<string>, max = 1): string[] {
  const folded = folds(name);
  const near: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const distance = Math.min(...folds(candidate).flatMap(each => folded.map(own => distanceOf(own, each))));
    if (distance < Number.POSITIVE_INFINITY) near.push({ candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return near.slice(0, max).map(each => each.candidate);
}

/** The forms in which a name is compared: `Größe` as `grosse` and as `groesse`. */
function folds(name: string): string[] {
  return spellings(name.slice(0, longestName)).map(each => each.replaceAll(' ', '').slice(0, 100));
}

/** What is behind does not count. */
const longestName = 1_000;

function distanceOf(name: string, candidate: string): number {
  if (name === '' || candidate === '') return Number.POSITIVE_INFINITY;
  const allowed = forgivenEdits(Math.max(name.length, candidate.length));
  const edits =
    Math.abs(name.length - candidate.length) > allowed
      ? Number.POSITIVE_INFINITY
      : editDistance(name, candidate);
  if (edits <= allowed) return edits;
  const isBeginning = name.startsWith(candidate) || candidate.startsWith(name);
  // A beginning is likelier what was meant than nothing at all, but less likely than any misspelling.
  return isBeginning && Math.min(name.length, candidate.length) >= 4 ? allowed + 1 : Number.POSITIVE_INFINITY;
}
