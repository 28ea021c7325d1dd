/**
 * Limits the calls a second that may start at a destination after an outage. It begins at a tenth of the limit, at
 * least at one call a second, and doubles with each second in which calls succeeded and none failed. A failing call
 * halves it. It ends at the limit, and after a minute at the latest: a destination that fails some calls must not
 * stay slow for ever. Times are monotonic milliseconds.
 */
export interface SlowStart {
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
