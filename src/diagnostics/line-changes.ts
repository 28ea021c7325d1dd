/** A line that only one of two texts has. `line` counts from 1 in that text. */
export interface LineChange {
  readonly kind: 'removed' | 'added';
  readonly line: number;
  readonly text: string;
}

/** Returns the minimal list of lines that were removed and added between two texts, in order. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const old = before.split('\n');
  const now = after.split('\n');
  const common = commonLengths(old, now);
  const changes: LineChange[] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < now.length) {
    if (from < old.length && to < now.length && old[from] === now[to]) {
      from += 1;
      to += 1;
    } else if (
      to >= now.length ||
      (from < old.length && at(common, from + 1, to) >= at(common, from, to + 1))
    ) {
      changes.push({ kind: 'removed', line: from + 1, text: old[from] ?? '' });
      from += 1;
    } else {
      changes.push({ kind: 'added', line: to + 1, text: now[to] ?? '' });
      to += 1;
    }
  }
  return changes;
}

/** Returns, for each pair of lines, the length of the longest common subsequence that follows. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let from = old.length - 1; from >= 0; from--) {
    for (let to = now.length - 1; to >= 0; to--) {
      const row = lengths[from];
      if (!row) continue;
      row[to] =
        old[from] === now[to]
          ? at(lengths, from + 1, to + 1) + 1
          : Math.max(at(lengths, from + 1, to), at(lengths, from, to + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly Uint32Array[], from: number, to: number): number {
  return lengths[from]?.[to] ?? 0;
}
