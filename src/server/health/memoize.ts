import type { Clock } from '../../inbox/clock.ts';

/**
 * Reads at most once in `ms` milliseconds and answers with the last result meanwhile. Callers at the same time share
 * one read; a failure is not kept.
 */
export function memoize<Result>(
  clock: Clock,
  ms: number,
  read: () => Promise<Result>,
): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    const now = clock.now();
    if (last && Math.abs(now - last.at) < ms) return last.result;
    const result = read();
    const made = { at: now, result };
    last = made;
    result.catch(() => {
      if (last === made) last = undefined;
    });
    return result;
  };
}
