import type { Chance } from '../../torture/chance.ts';
import type { Deed } from './course.ts';
import type { Gate } from './gate.ts';
import { type Life, type LifeOptions, newLife } from './life.ts';

/** The processes of a course. */
export interface Fleet {
  /** Those that answer, or stand still. */
  running(): readonly Life[];
  /** Starts one more. */
  start(): Promise<void>;
  /** Does something to the process of this number, as far as that leaves one. */
  act(deed: Deed, which: number): void;
  /** Nothing is done to any any more: what stands still goes on, and two run at least. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const mostProcesses = 3;
const stopWithinMs = 2_000;

/** Begins with none. `options`: of each process, by how many there were before. */
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
    // Its timers end; what it still asks for is never answered.
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
    act(deed, which) {
      const life = lives[which % Math.max(1, lives.length)];
      if (deed.what === 'start' && lives.length + starting.size < mostProcesses) void start();
      if (!life) return;
      if (deed.what === 'freeze') {
        life.gate.freeze(deed.how);
        setTimeout(() => life.gate.thaw(), deed.forMs);
      }
      if (deed.what === 'kill') kill(life);
      if (deed.what === 'stop') stop(life);
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
