/** Random choices from a seed: the same seed gives the same choices. */
export interface Chance {
  /** A whole number from 0 up to but not including `below`. */
  int(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with this probability. */
  maybe(probability: number): boolean;
  /** A list of `int(below)` elements. */
  list<T>(below: number, make: () => T): T[];
}

/** Makes the choices of one seed (mulberry32, which is enough to vary tests). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('there is nothing to pick from');
      return from[int(from.length)] as T;
    },
    maybe: probability => next() < probability,
    list: (below, make) => Array.from({ length: int(below) }, make),
  };
}

/** The seed of one of many runs, so that each can be repeated alone. */
export function seedOf(seed: number, index: number): number {
  return (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
}
