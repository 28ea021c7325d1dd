import { type Chance, chanceOf, seedOf } from '../../chance.ts';
import { pause } from '../../ground.ts';
import type { SharedFault, SharedGround } from '../shared-ground.ts';
import { pickFault, sharedFaultsOf } from './shared-faults.ts';

/** The faults and their duration. */
export interface SharedStrikes {
  readonly seed: number;
  /** Only faults of this name. */
  readonly only?: string | undefined;
  readonly enough: () => boolean;
  /** The duration in milliseconds; faults in progress are finished afterwards. */
  readonly forMs: number;
  /** Continues until this is true too, at most ten times as long. */
  readonly hasSeenAll?: (() => boolean) | undefined;
}

const patience = 10;

/** The number of simultaneous faults of processes, in addition to one of the database. */
const atOnce = 4;
const betweenMs = { process: 1_200, database: 5_000 };

/** Causes faults in parallel. Resolves when all are over, and everything is as before. */
export async function strikeShared(ground: SharedGround, strikes: SharedStrikes): Promise<void> {
  const { forMs, enough, hasSeenAll = () => true } = strikes;
  const since = performance.now();
  const isOver = () => {
    const goneMs = performance.now() - since;
    return enough() || (goneMs > forMs && (hasSeenAll() || goneMs > patience * forMs));
  };
  const { scoreboard } = ground;
  let under = 0;

  async function strikeOne(fault: SharedFault, chance: Chance): Promise<void> {
    if (under > 0) scoreboard.count('faults that overlapped');
    under += 1;
    await fault.strike(ground, chance);
    under -= 1;
    scoreboard.count(fault.of === 'process' ? 'process faults' : 'database faults');
  }

  async function strikeOn(of: SharedFault['of'], number: number): Promise<void> {
    const faults = sharedFaultsOf(of, strikes.only);
    const chance = chanceOf(seedOf(strikes.seed, 10 + number));
    while (faults.length > 0 && !isOver()) {
      await pause(chance.int(betweenMs[of]));
      await strikeOne(pickFault(faults, chance), chance);
    }
  }

  const ofProcesses = Array.from({ length: atOnce }, (_, number) => strikeOn('process', number));
  await Promise.all([...ofProcesses, strikeOn('database', atOnce)]);
}
