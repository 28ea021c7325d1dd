/**
 * Returns the wait before the next attempt, in milliseconds: `firstMs` doubles with each attempt up to `maxMs`, and a
 * random share between 20 % and 100 % of it is used. The random share keeps many calls from returning at once; the
 * minimum avoids a wait of zero. `tries` counts from 1; `random` returns numbers in [0, 1).
 */
export function backoffMs(
  tries: number,
  retry: { firstMs: number; maxMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(retry.maxMs, retry.firstMs * 2 ** Math.min(tries - 1, 40));
  return Math.round(ceiling * (0.2 + 0.8 * random()));
}
