/**
 * Limits the calls a second that may start at a destination after an outage. It begins at a tenth of the limit, at
 * least at one call a second, and doubles with each second in which calls were answered and none failed. A failing call
 * halves it. It ends when it reaches the limit, and after a minute at the latest: the rate does not decide whether a
 * destination is well that fails some calls. Times are monotonic milliseconds.
 */
export interface SlowStart {
  /** Calls a second; undefined where it is over. */
  perSecond(now: number): number | undefined;
  /** A call was answered, as the destination should. */
  answered(now: number): void;
  /** A call failed by a fault of the destination. */
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
