/** When something that changes by itself may be read, in milliseconds. */
export interface PollTimes {
  /** So often it is looked at. */
  readonly lookEvery: number;
  /** So long nothing may have changed before it is read: many changes in a row are one. */
  readonly settle: number;
  /** Where something always changes, it is read after so long all the same. */
  readonly restless: number;
  /** So often it is read though nothing seems to have changed: file systems may be coarse about times. */
  readonly readEvery: number;
}

/** Decides after each look whether what was seen is worth reading now. Times are monotonic milliseconds. */
export interface Debounce {
  /**
   * `mark` is another text where anything changed. The answer is `read`, `read all the same` where nothing came to rest
   * for too long, or in how many milliseconds to look again.
   */
  judge(mark: string, now: number): 'read' | 'read all the same' | number;
  /** How long there has been something that was not read. */
  unreadMs(now: number): number;
  /** What was seen as `mark` was read. */
  wasRead(mark: string, now: number): void;
}

/** Begins without anything seen or read. */
export function createDebounce(patience: PollTimes): Debounce {
  let seen: string | undefined;
  let seenAt = 0;
  let read: string | undefined;
  let readAt = 0;
  let restlessSince: number | undefined;
  return {
    judge(mark, now) {
      if (mark !== seen) seenAt = now;
      seen = mark;
      if (mark === read) {
        restlessSince = undefined;
        return now - readAt < patience.readEvery ? patience.lookEvery : 'read';
      }
      restlessSince ??= now;
      const stillMs = now - seenAt;
      if (stillMs >= patience.settle) return 'read';
      if (now - restlessSince >= patience.restless) return 'read all the same';
      return Math.min(patience.settle - stillMs, patience.lookEvery);
    },
    unreadMs: now => (restlessSince === undefined ? 0 : now - restlessSince),
    wasRead(mark, now) {
      read = mark;
      readAt = now;
      restlessSince = undefined;
    },
  };
}
