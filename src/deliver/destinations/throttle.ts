import { createRate } from './rate.ts';

/**
 * The current limits of one destination: its configured limits, lowered for a while after it asked for fewer calls and
 * after an outage. Times are monotonic milliseconds.
 */
export interface Throttle {
  /** Returns the number of calls that may start now. */
  room(now: number): number;
  /** True if the concurrency limit is reached: the end of a call frees a slot. */
  isFull(now: number): boolean;
  /** Returns the time when the rate allows the next call. */
  nextAt(now: number): number;
  /** Counts a call that starts, and one that ended. */
  started(now: number): void;
  finished(): void;
  /**
   * The destination asked for fewer calls (429): halves rate and concurrency, once for all calls in flight together.
   * Returns the wait if the response contained none: a second, doubling each time up to five minutes.
   */
  slowDown(now: number, afterMs: number | undefined): number;
  /** A call succeeded: the next such wait is short again. */
  succeeded(): void;
  /** Notes the end of a call: with a proper response, or with a fault of the destination. */
  ended(how: 'answered' | 'failed', now: number): void;
  /** Starts slowly, after an outage that ended now. */
  slowStart(now: number): void;
  /**
   * Starts slowly again if the previous process saw an outage that ended recently. Its progress is unknown, and it
   * may have started a call a moment ago.
   */
  resumeSlowStart(since: number, now: number): void;
}

const shortestWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;

/** Makes the throttle of a destination; `random` gives numbers in [0, 1). */
export function createThrottle(
  limits: { readonly concurrency: number; readonly perSecond: number },
  random: () => number,
): Throttle {
  const rate = createRate(limits.perSecond);
  const concurrency = createConcurrency(limits.concurrency);
  let underWay = 0;
  let askedInARow = 0;
  let askedUntil = Number.NEGATIVE_INFINITY;

  function growingWaitMs(): number {
    const waitMs = shortestWaitMs * 2 ** Math.min(askedInARow - 1, 10);
    const spread = waitMs * (0.8 + 0.4 * random());
    return Math.round(Math.min(longestWaitMs, Math.max(shortestWaitMs, spread)));
  }

  return {
    room: now => Math.min(concurrency.limit(now) - underWay, rate.room(now)),
    isFull: now => underWay > 0 && concurrency.limit(now) <= underWay,
    nextAt: rate.nextAt,
    started(now) {
      underWay += 1;
      rate.take(now);
    },
    finished() {
      underWay -= 1;
    },
    slowDown(now, afterMs) {
      if (now >= askedUntil) {
        askedInARow += 1;
        rate.halve(now);
        concurrency.halve(now);
      }
      const waitMs = afterMs ?? growingWaitMs();
      askedUntil = Math.max(askedUntil, now + waitMs);
      return waitMs;
    },
    succeeded() {
      askedInARow = 0;
    },
    ended: rate.ended,
    slowStart: now => rate.slowStart(now, now),
    resumeSlowStart(since, now) {
      rate.slowStart(since, now);
      rate.take(now);
    },
  };
}

/** Limits the calls in flight at one destination. Times are monotonic milliseconds. */
interface Concurrency {
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
