import { beforeAll, describe, expect, it } from 'vitest';
import { bundledSimulation } from './bundle-of-the-run.ts';
import { dealt, runTasks, seedsFrom } from './pool.ts';
import type { World } from './run.ts';
import type { Run } from './simulate.ts';

const seeds = Number(process.env.SEEDS ?? 30);
let program: string;
/** The trace of each seed in its first run. */
const traces = new Map<number, string>();

beforeAll(async () => {
  program = await bundledSimulation();
});

async function runs(worlds: readonly World[], tasks: number): Promise<Run[]> {
  const all: Run[] = [];
  await runTasks(dealt(worlds, tasks), run => all.push(run), { program });
  return all;
}

describe('the bridge in a simulated world', () => {
  it(`keeps its promises in ${seeds} seeds`, { timeout: 600_000 }, async () => {
    const all = await runs(seedsFrom(1, seeds), 2);
    for (const { seed, trace } of all) traces.set(seed, trace);
    const wrong = all.filter(run => run.wrong.length > 0);
    expect(wrong.map(({ seed, wrong: found }) => `--seed ${seed}: ${found.join('; ')}`)).toEqual([]);
    expect(all).toHaveLength(seeds);
    const sum = (name: keyof Run['figures']) => all.reduce((total, run) => total + run.figures[name], 0);
    // A world without events proves nothing.
    expect(sum('events')).toBeGreaterThan(seeds * 20);
    expect(sum('delivered')).toBeGreaterThan(sum('events') / 2);
    expect(sum('crashes')).toBeGreaterThan(seeds / 10);
  });

  it('has an identical run for the same seed, after other ones in another process', async () => {
    const again = [3, 5, 8, 12, 21, 94];
    const worlds = again.map(seed => ({ seed }));
    const fresh = worlds.filter(({ seed }) => !traces.has(seed));
    const [first, second] = await Promise.all([runs(fresh, 1), runs(worlds.toReversed(), 1)]);
    for (const { seed, trace } of first) traces.set(seed, trace);
    expect(second.map(({ seed, trace }) => [seed, trace])).toEqual(
      again.toReversed().map(seed => [seed, traces.get(seed)]),
    );
    expect(new Set(second.map(({ trace }) => trace)).size).toBe(again.length);
  });
});
