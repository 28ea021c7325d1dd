/** Wall-clock time in epoch milliseconds, as an argument wherever time matters. */
export interface Clock {
  now(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
