/**
 * The values of the column `planning`, the reason why an event waits; a larger number takes precedence over a smaller
 * one.
 */
export const planningCodes = {
  first: 1,
  again: 2,
  replay: 3,
  'forced-replay': 4,
  repeat: 5,
  'forced-repeat': 6,
} as const;

/** The reasons for planning by their code. */
export const planningNames = [
  undefined,
  'first',
  'again',
  'replay',
  'forced-replay',
  'repeat',
  'forced-repeat',
] as const;
