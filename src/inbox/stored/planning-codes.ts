/** How the column `planning` says what an event waits for; a larger number outweighs a smaller one. */
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
