import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import workerThreads from 'node:worker_threads';
import type { Chance } from '../../torture/chance.ts';
import type { VirtualTime } from './virtual-time.ts';

const turnOfEventLoop = setImmediate;
let pending = 0;
let time: Pick<VirtualTime, 'after'> | undefined;
let chance: Chance | undefined;

/**
 * Replaces the parts of Node that the production code and its libraries use without an argument: timers, random bytes
 * and threads. (There are no threads, so checkpoints are made in the process itself.) Call it once, in a process that
 * only simulates, before the production code is loaded.
 */
export function replaceEdges(): void {
  const after = (run: (...all: unknown[]) => void, ms = 1, ...all: unknown[]) =>
    timer(inSimulation(time).after(Math.max(1, ms), () => run(...all)));
  const soon = (run: (...all: unknown[]) => void, ...all: unknown[]) => {
    pending += 1;
    return turnOfEventLoop(() => {
      pending -= 1;
      run(...all);
    });
  };
  Object.assign(globalThis, { setTimeout: after, clearTimeout: cancel, setImmediate: soon });
  Math.random = () => inSimulation(chance).int(2 ** 30) / 2 ** 30;
  Object.assign(timersPromises, {
    setTimeout: (ms: number) => new Promise<void>(done => after(() => done(), ms)),
    setImmediate: () => new Promise<void>(done => soon(() => done())),
  });
  Object.assign(crypto, {
    randomBytes: (size: number) =>
      Buffer.from(Array.from({ length: size }, () => inSimulation(chance).int(256))),
  });
  class NoThreads {
    constructor() {
      throw new Error('there are no threads in a simulation');
    }
  }
  Object.assign(workerThreads, { Worker: NoThreads });
  syncBuiltinESMExports();
}

/** Uses this time and these random choices from now on. */
export function useEdges(nextTime: Pick<VirtualTime, 'after'>, nextChance: Chance): void {
  time = nextTime;
  chance = nextChance;
}

/** The work of one moment takes a few hundred turns of the event loop at most. */
const mostTurns = 10_000;

/** Code schedules itself again and again without any time passing; the process cannot be used any more. */
export class Spinning extends Error {}

/**
 * Resolves when all work of this moment is done.
 * @throws Spinning if it does not end
 */
export async function stillness(): Promise<void> {
  for (let turns = 0; turns < mostTurns; turns += 1) {
    await new Promise<void>(done => turnOfEventLoop(() => done()));
    if (pending === 0) return;
  }
  throw new Spinning(`it spins: ${mostTurns} turns of the event loop at one moment are no work`);
}

interface Timer {
  readonly cancel: () => void;
  ref(): Timer;
  unref(): Timer;
}

function timer(cancelIt: () => void): Timer {
  const made: Timer = { cancel: cancelIt, ref: () => made, unref: () => made };
  return made;
}

function cancel(made: Timer | undefined): void {
  made?.cancel();
}

function inSimulation<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no simulation runs');
  return value;
}
