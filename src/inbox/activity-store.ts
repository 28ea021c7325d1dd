/** The counts of one process since its last report. */
export interface ActivityCount {
  readonly accepted: number;
  readonly delivered: number;
  readonly failed: number;
}

/** The counts of all processes in one minute. */
export interface ActivityMinute extends ActivityCount {
  /** When the minute began. Epoch milliseconds. */
  readonly at: number;
  /** The greatest age of what waited, of those that were seen in this minute; null: nothing waited. */
  readonly oldestMs: number | null;
}

/** The figures of the last days, by minute, of all processes together. They name nobody. */
export interface ActivityStore {
  /**
   * Adds to the minute that it is now, and deletes minutes older than `activityKeptMs`. Nothing is written where there
   * is nothing to add and nothing waits.
   */
  addActivity(counted: ActivityCount): Promise<void>;
  /** The minutes from a time on in which there was something, the oldest first. */
  activity(from: number): Promise<readonly ActivityMinute[]>;
}

export const minuteMs = 60_000;

/** The time for which the counts of a minute are kept: a week, and a day more for clocks that differ. */
export const activityKeptMs = 8 * 24 * 60 * minuteMs;

/** The beginning of the minute that a time is in. */
export function minuteOf(ms: number): number {
  return ms - (ms % minuteMs);
}
