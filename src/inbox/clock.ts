/** Wall-clock time in epoch milliseconds, passed as an argument to all code that needs the time. */
export interface Clock {
  now(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Returns a time in epoch milliseconds as ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
