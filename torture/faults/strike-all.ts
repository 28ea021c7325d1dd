import type { Fault, Ground } from '../ground.ts';
import { lookInside } from '../look-inside.ts';
import { type Amounts, strikesOf } from './faults.ts';

const lookInsideEvery = 20;

/**
 * Makes the strikes of an episode, a number of each kind, in random order, until it is `enough`. `only`: see
 * `strikesOf`.
 */
export function strikeAll(
  amounts: Amounts,
  { only, enough = () => false }: { only?: string | undefined; enough?: () => boolean } = {},
): (ground: Ground) => Promise<void> {
  return async ground => {
    const { chance, scoreboard } = ground;
    const strikes = shuffled(strikesOf(amounts, only), below => chance.int(below));
    for (const [index, fault] of strikes.entries()) {
      if (enough()) return;
      const missing = fault.missing?.(ground);
      if (missing === undefined) await fault.strike(ground);
      else scoreboard.leftOut(`${fault.name}: ${missing}`);
      if (index % lookInsideEvery === lookInsideEvery - 1) await lookInside(ground);
    }
  };
}

function shuffled(faults: readonly Fault[], int: (below: number) => number): readonly Fault[] {
  return faults
    .map(fault => ({ fault, at: int(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ fault }) => fault);
}
