/** The counts of one process since its last report. */
export interface ActivityCount {
  readonly accepted: number;
  readonly delivered: number;
  readonly failed: number;
}

/** The counts of all processes in one minute. */
export interface ActivityMinute extends ActivityCount {
  /** The beginning of the minute. Epoch milliseconds. */
  readonly at: number;
  /** The age of the oldest waiting event or call in this minute; null: nothing waited. */
  readonly oldestMs: number | null;
}

/** The counts of the last days, by minute, of all processes together. They contain no personal data. */
export interface ActivityStore {
  /**
   * Adds to the current minute, and deletes minutes older than `activityKeptMs`. Writes nothing if there is nothing
   * to add and nothing waits.
   */
  addActivity(counted: ActivityCount): Promise<void>;
  /** Returns the minutes with any count from a time on, the oldest first. */
  activity(from: number): Promise<readonly ActivityMinute[]>;
}

export const minuteMs = 60_000;

/** The time for which the counts of a minute are kept: a week, and a day more for clocks that differ. */
export const activityKeptMs = 8 * 24 * 60 * minuteMs;

/** Returns the beginning of the minute that contains a time. */
export function minuteOf(ms: number): number {
  return ms - (ms % minuteMs);
}
