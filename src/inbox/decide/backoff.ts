/**
 * How long to wait before the next try: `firstMs` doubling with each try up to `maxMs`, of which a random share
 * between 20 % and 100 % is taken. The spread keeps many calls from coming back at once; the floor avoids no wait
 * at all. `tries` counts from 1; `random` gives numbers in [0, 1).
 */
export function backoffMs(
  tries: number,
  retry: { firstMs: number; maxMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(retry.maxMs, retry.firstMs * 2 ** Math.min(tries - 1, 40));
  return Math.round(ceiling * (0.2 + 0.8 * random()));
}
