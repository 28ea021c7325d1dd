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
 * Replaces what the production code and its libraries take from Node without asking for it: timers, random bytes,
 * threads (there are none, so checkpoints are made in the process itself). To be called once, in a process that does
 * nothing but simulate, before the production code is loaded.
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

/** Lets the edges go by this time and these choices from now on. */
export function useEdges(nextTime: Pick<VirtualTime, 'after'>, nextChance: Chance): void {
  time = nextTime;
  chance = nextChance;
}

/** What is done at one moment takes a few hundred turns of the event loop at most. */
const mostTurns = 10_000;

/** Something has itself called again and again without any time going by; the process is of no use any more. */
export class Spinning extends Error {}

/**
 * Resolves when all that could run at this moment has run.
 * @throws Spinning where that does not come to an end
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
