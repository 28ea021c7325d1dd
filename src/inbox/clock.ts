/** Wall-clock time in epoch milliseconds, as an argument wherever time matters. */
export interface Clock {
  now(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** A time in epoch milliseconds as ISO 8601 writes it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
