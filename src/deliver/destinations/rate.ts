/** Limits the rate at which calls may start at one destination. Times are monotonic milliseconds. */
export interface Rate {
  /** Returns the number of calls that may start now. */
  room(now: number): number;
  /** Returns the time when the next call may start; at most `now` if it may start at once. */
  nextAt(now: number): number;
  /** Counts a call that starts. */
  take(now: number): void;
  /** Halves the rate; it grows back by a tenth of the limit every ten seconds. */
  halve(now: number): void;
  /** Starts slowly (`SlowStart`) now, after an outage that ended at that time. */
  slowStart(since: number, now: number): void;
  /** Notes the end of a call: with a proper response, or with a fault of the destination. */
  ended(how: 'answered' | 'failed', now: number): void;
}

const recoverEveryMs = 10_000;

/**
 * A rate limit that spaces calls evenly, with a burst of a tenth of a second, because timers are not exact to the
 * millisecond. It is never above `perSecond`; a 429 and the end of an outage lower it for a while, and there is no
 * burst after a 429.
 */
export function createRate(perSecond: number): Rate {
  let share = 1;
  let sharedAt = 0;
  let slow: SlowStart | undefined;
  /** The time until which the rate is used up by the calls so far. */
  let paidUntil = 0;

  function current(now: number): number {
    const recovered = Math.floor((now - sharedAt) / recoverEveryMs);
    if (share < 1 && recovered > 0) {
      share = Math.min(1, share + recovered / 10);
      sharedAt = now;
    }
    const limit = perSecond * share;
    const slowly = slow?.perSecond(now);
    if (slowly === undefined) slow = undefined;
    return Math.min(limit, slowly ?? limit);
  }

  const spacing = (now: number) => 1000 / current(now);
  const burst = (now: number) => (share < 1 ? 1 : Math.max(1, current(now) / 10));
  const allowance = (now: number) => (burst(now) - 1) * spacing(now);

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
    slowStart(since, now) {
      slow = createSlowStart(perSecond, since, now);
    },
    ended(how, now) {
      slow?.[how](now);
    },
  };
}

/**
 * Limits the calls a second that may start at a destination after an outage. It begins at a tenth of the limit, at
 * least at one call a second, and doubles with each second in which calls succeeded and none failed. A failing call
 * halves it. It ends at the limit, and after a minute at the latest: a destination that fails some calls must not
 * stay slow for ever. Times are monotonic milliseconds.
 */
interface SlowStart {
  /** Calls a second; undefined when it has ended. */
  perSecond(now: number): number | undefined;
  /** A call got a proper response. */
  answered(now: number): void;
  /** A call failed because of the destination. */
  failed(now: number): void;
}

const firstShare = 1 / 10;
const leastPerSecond = 1;
const stepMs = 1_000;
const longestMs = 60_000;

/** Starts at `now`, after an outage that ended at `since`, for at most `longestMs`. */
export function createSlowStart(limitPerSecond: number, since: number, now: number): SlowStart {
  const first = Math.min(limitPerSecond, Math.max(leastPerSecond, limitPerSecond * firstShare));
  let perSecond = first;
  let steppedAt = now;
  return {
    perSecond: at => (perSecond < limitPerSecond && at - since < longestMs ? perSecond : undefined),
    answered(at) {
      if (at - steppedAt < stepMs) return;
      perSecond *= 2;
      steppedAt = at;
    },
    failed(at) {
      perSecond = Math.max(first, perSecond / 2);
      steppedAt = at;
    },
  };
}
