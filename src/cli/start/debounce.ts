/** The times for polling a resource that changes, in milliseconds. */
export interface PollTimes {
  /** The interval between checks. */
  readonly lookEvery: number;
  /** The time without a change before it is read: several changes in a row are read once. */
  readonly settle: number;
  /** A resource that never stops changing is read after this time. */
  readonly maxWait: number;
  /** The interval between reads without a visible change: file systems may have coarse times. */
  readonly readEvery: number;
}

/** Decides after each check whether to read now. Times are monotonic milliseconds. */
export interface Debounce {
  /**
   * `mark` differs after any change. Returns `read`, `read anyway` if the changes did not stop for too long, or the
   * milliseconds until the next check.
   */
  judge(mark: string, now: number): 'read' | 'read anyway' | number;
  /** Returns the time since when an unread change exists. */
  unreadMs(now: number): number;
  /** Records that `mark` was read. */
  wasRead(mark: string, now: number): void;
}

/** Begins before the first check. */
export function createDebounce(patience: PollTimes): Debounce {
  let seen: string | undefined;
  let seenAt = 0;
  let read: string | undefined;
  let readAt = 0;
  let changingSince: number | undefined;
  return {
    judge(mark, now) {
      if (mark !== seen) seenAt = now;
      seen = mark;
      if (mark === read) {
        changingSince = undefined;
        return now - readAt < patience.readEvery ? patience.lookEvery : 'read';
      }
      changingSince ??= now;
      const stillMs = now - seenAt;
      if (stillMs >= patience.settle) return 'read';
      if (now - changingSince >= patience.maxWait) return 'read anyway';
      return Math.min(patience.settle - stillMs, patience.lookEvery);
    },
    unreadMs: now => (changingSince === undefined ? 0 : now - changingSince),
    wasRead(mark, now) {
      read = mark;
      readAt = now;
      changingSince = undefined;
    },
  };
}
