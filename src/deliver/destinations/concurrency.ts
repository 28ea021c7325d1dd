/** Limits the calls in flight at one destination. Times are monotonic milliseconds. */
export interface Concurrency {
  limit(now: number): number;
  /** Halves the limit, down to one; it grows back by a tenth of the configured one every ten seconds. */
  halve(now: number): void;
}

const growEveryMs = 10_000;

/** Makes a limit that stays between one and `most`. */
export function createConcurrency(most: number): Concurrency {
  const step = Math.max(1, Math.floor(most / 10));
  let lowered = most;
  let loweredAt = 0;

  function limit(now: number): number {
    const steps = Math.max(0, Math.floor((now - loweredAt) / growEveryMs));
    return Math.min(most, lowered + steps * step);
  }

  return {
    limit,
    halve(now) {
      lowered = Math.max(1, Math.floor(limit(now) / 2));
      loweredAt = now;
    },
  };
}
