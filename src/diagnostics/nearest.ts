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
  const lower = name.toLowerCase().replaceAll('ß', 'ss').normalize('NFC');
  const plain = letters(lower);
  const spelledOut = letters(
    lower.replace(/[äöü]/g, letter => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? ''),
  );
  return plain === spelledOut ? [plain] : [plain, spelledOut];
}

function letters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 100);
}

function distanceOf(name: string, candidate: string): number {
  if (name === '' || candidate === '') return Number.POSITIVE_INFINITY;
  const longer = Math.max(name.length, candidate.length);
  const allowed = longer <= 2 ? 0 : longer <= 5 ? 1 : longer <= 8 ? 2 : 3;
  const edits =
    Math.abs(name.length - candidate.length) > allowed
      ? Number.POSITIVE_INFINITY
      : editDistance(name, candidate);
  if (edits <= allowed) return edits;
  const isBeginning = name.startsWith(candidate) || candidate.startsWith(name);
  // A beginning is likelier what was meant than nothing at all, but less likely than any misspelling.
  return isBeginning && Math.min(name.length, candidate.length) >= 4 ? allowed + 1 : Number.POSITIVE_INFINITY;
}

/** Damerau-Levenshtein (optimal string alignment): a swap of neighbours counts once. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let best = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, at(beforeLast, column - 2) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
