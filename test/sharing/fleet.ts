import type { Chance } from '../../torture/chance.ts';
import type { Action } from './course.ts';
import type { Gate } from './gate.ts';
import { type Life, type LifeOptions, newLife } from './life.ts';

/** The processes of a course. */
export interface Fleet {
  /** The processes that respond or are frozen. */
  running(): readonly Life[];
  /** Starts one more. */
  start(): Promise<void>;
  /** Applies an action to one of the running processes, as far as possible. */
  act(action: Action, which: number): void;
  /** Stops all interference: frozen processes continue, and at least two processes run. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const mostProcesses = 3;
const stopWithinMs = 2_000;

/** Starts with no processes. `options`: the options of a process, by the number of earlier ones. */
export function createFleet(options: (number: number) => LifeOptions, chance: Chance): Fleet {
  const lives: Life[] = [];
  const starting = new Map<Gate, Promise<void>>();
  const ending = new Set<Promise<unknown>>();
  let number = 0;

  async function start(): Promise<void> {
    const { gate, start: begin } = newLife(options(number));
    number += 1;
    const begun = begin().then(life => {
      starting.delete(gate);
      if (!gate.isDead()) lives.push(life);
    });
    starting.set(gate, begun);
    await begun;
  }

  function remove(life: Life): void {
    lives.splice(lives.indexOf(life), 1);
  }

  function kill(life: Life): void {
    remove(life);
    life.gate.kill();
    // Its timers end, and its open requests stay unanswered.
    void life.store.close().catch(() => {});
    startSoon();
  }

  function stop(life: Life): void {
    remove(life);
    const end = life.bridge.stop(stopWithinMs).then(() => life.store.close());
    const ended = end.catch(() => {}).finally(() => ending.delete(ended));
    ending.add(ended);
    startSoon();
  }

  function startSoon(): void {
    if (lives.length + starting.size === 0 || chance.maybe(0.5)) void start();
  }

  return {
    running: () => lives,
    start,
    act(action, which) {
      const life = lives[which % Math.max(1, lives.length)];
      if (action.what === 'start' && lives.length + starting.size < mostProcesses) void start();
      if (!life) return;
      if (action.what === 'freeze') {
        life.gate.freeze(action.how);
        setTimeout(() => life.gate.thaw(), action.forMs);
      }
      if (action.what === 'kill') kill(life);
      if (action.what === 'stop') stop(life);
    },
    async calm() {
      for (const { gate } of lives) gate.thaw();
      await Promise.all(starting.values());
      await Promise.all(ending);
      while (lives.length < 2) await start();
    },
    async close() {
      await Promise.all(lives.map(({ bridge }) => bridge.stop(stopWithinMs)));
      await Promise.all(lives.map(({ store }) => store.close()));
    },
  };
}
