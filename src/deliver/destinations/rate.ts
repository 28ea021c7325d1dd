/** How fast calls may start at one destination. Times are monotonic milliseconds. */
export interface Rate {
  /** How many calls may start now. */
  room(now: number): number;
  /** When the next call may start; not later than `now` where it may start at once. */
  nextAt(now: number): number;
  /** Counts a call that starts. */
  take(now: number): void;
  /** Halves the rate; it grows back by a tenth of the limit every ten seconds. */
  halve(now: number): void;
  /** Begins at one call a second at that time, doubling every five seconds up to the limit. */
  slowStart(since: number): void;
}

const recoverEveryMs = 10_000;
const doubleEveryMs = 5_000;

/**
 * A rate limit that spaces calls evenly, with a burst of a tenth of a second's worth. It is never above `perSecond`;
 * a 429 and the end of an outage lower it for a while.
 */
export function createRate(perSecond: number): Rate {
  const burst = Math.max(1, perSecond / 10);
  let share = 1;
  let sharedAt = 0;
  let slowSince: number | undefined;
  /** The time at which the calls taken so far are paid for. */
  let paidUntil = 0;

  function current(now: number): number {
    const recovered = Math.floor((now - sharedAt) / recoverEveryMs);
    if (share < 1 && recovered > 0) {
      share = Math.min(1, share + recovered / 10);
      sharedAt = now;
    }
    const limit = perSecond * share;
    if (slowSince === undefined) return limit;
    const slow = 2 ** Math.floor((now - slowSince) / doubleEveryMs);
    if (slow < limit) return slow;
    slowSince = undefined;
    return limit;
  }

  const spacing = (now: number) => 1000 / current(now);
  const allowance = (now: number) =>
    slowSince === undefined && share === 1 ? (burst - 1) * spacing(now) : 0;

  return {
    room: now =>
      Math.max(0, Math.floor((now + allowance(now) - Math.max(paidUntil, now)) / spacing(now) + 1)),
    nextAt: now => paidUntil - allowance(now),
    take(now) {
      paidUntil = Math.max(paidUntil, now) + spacing(now);
    },
    halve(now) {
      share = Math.max(current(now) / perSecond / 2, 1 / 64);
      sharedAt = now;
    },
    slowStart(since) {
      slowSince = since;
    },
  };
}
