import { describe, expect, it } from 'vitest';
import { dealt, runTasks } from './pool.ts';
import type { Run } from './simulate.ts';

const seeds = Number(process.env.SEEDS ?? 30);

async function runs(tasks: Parameters<typeof runTasks>[0]): Promise<Run[]> {
  const all: Run[] = [];
  await runTasks(tasks, run => all.push(run));
  return all;
}

describe('the bridge in a simulated world', () => {
  it(`keeps its promises in ${seeds} seeds`, { timeout: 600_000 }, async () => {
    const all = await runs(dealt(1, seeds, 2));
    const wrong = all.filter(run => run.wrong.length > 0);
    expect(wrong.map(({ seed, wrong: found }) => `--seed ${seed}: ${found.join('; ')}`)).toEqual([]);
    expect(all).toHaveLength(seeds);
    const sum = (name: keyof Run['figures']) => all.reduce((total, run) => total + run.figures[name], 0);
    // A world without events proves nothing.
    expect(sum('events')).toBeGreaterThan(seeds * 20);
    expect(sum('delivered')).toBeGreaterThan(sum('events') / 2);
    expect(sum('crashes')).toBeGreaterThan(seeds / 10);
  });

  it('has an identical run for the same seed', async () => {
    const again = [3, 5, 8, 12, 21, 94];
    const [one, other] = await Promise.all([runs([{ seeds: again }]), runs([{ seeds: again.toReversed() }])]);
    const traces = (all: readonly Run[]) => Object.fromEntries(all.map(({ seed, trace }) => [seed, trace]));
    expect(traces(one)).toEqual(traces(other));
    expect(new Set(Object.values(traces(one))).size).toBe(again.length);
  });
});
