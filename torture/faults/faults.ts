import type { Fault } from '../ground.ts';
import { cutSenders } from './cut-senders.ts';
import { dearExpressions } from './dear-expressions.ts';
import { expireToken, expireTokenAndKill } from './expire-token.ts';
import { failDisk } from './fail-disk.ts';
import { fillDisk } from './fill-disk.ts';
import { freeze } from './freeze.ts';
import { jumpClock } from './jump-clock.ts';
import { killAnywhere } from './kill-anywhere.ts';
import { killsAtSteps } from './kill-at-step.ts';
import { outage } from './outage.ts';
import { stopGracefully } from './stop-gracefully.ts';

/** The numbers of faults in an episode. */
export interface Amounts {
  /** Kills, including one just before and one just after each step. */
  readonly kills: number;
  /** Starts with a failing disk. */
  readonly diskLives: number;
  /** The number of each other fault. */
  readonly others: number;
}

/** Every fault except kills and the failing disk. */
const others: readonly Fault[] = [
  freeze,
  stopGracefully,
  cutSenders,
  jumpClock,
  expireToken,
  expireTokenAndKill,
  outage,
  fillDisk,
  dearExpressions,
];

/** The names for `--only`. */
export const faultNames: readonly string[] = [
  ...new Set([killAnywhere, ...killsAtSteps, failDisk, ...others].map(({ name }) => name)),
];

/** The strikes of one episode, not yet in random order: each step at least once. `only`: just faults of this name. */
export function strikesOf({ kills, diskLives, others: times }: Amounts, only?: string): readonly Fault[] {
  const anywhere = Math.max(0, kills - killsAtSteps.length);
  const all = [
    ...killsAtSteps,
    ...Array.from({ length: anywhere }, () => killAnywhere),
    ...Array.from({ length: diskLives }, () => failDisk),
    ...others.flatMap(fault => Array.from({ length: times }, () => fault)),
  ];
  if (only === undefined) return all;
  const selected = [killAnywhere, ...killsAtSteps, failDisk, ...others].filter(({ name }) => name === only);
  return Array.from({ length: kills }, (_, index) => selected[index % selected.length] as Fault);
}
