/**
 * Returns the number of wrong, missing, additional or swapped characters that are tolerated in a name of this length.
 */
export function forgivenEdits(length: number): number {
  return length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3;
}

/**
 * Returns the same as `editDistance` if it is at most `most`, else Infinity. Only cells near the diagonal are computed:
 * the others need more edits.
 */
export function editsWithin(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  const edits = editDistance(a, b, most);
  return edits <= most ? edits : Number.POSITIVE_INFINITY;
}

/** Damerau-Levenshtein (optimal string alignment): a swap of neighbours counts once. `band`: how far from the diagonal. */
export function editDistance(a: string, b: string, band = Math.max(a.length, b.length)): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: Math.min(b.length, band) + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = row <= band ? [row] : [];
    for (let column = Math.max(1, row - band); column <= Math.min(b.length, row + band); column++) {
      const isSame = a[row - 1] === b[column - 1];
      let best = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, at(beforeLast, column - 2) + 1);
      current[column] = best;
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
