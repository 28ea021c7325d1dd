import type { Clock } from '../../inbox/clock.ts';

/**
 * `read`, but what it gave is used again for `ms`, so that anyone may ask often without making work. Askers at the
 * same time share one reading; a failure is not remembered.
 */
export function remember<Result>(
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
