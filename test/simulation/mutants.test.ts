import { describe, expect, it } from 'vitest';
import { mutants } from './mutants.ts';
import { mutatedText } from './mutate.ts';
import { runTasks } from './pool.ts';
import type { Task } from './run.ts';

/** Far fewer than the ten thousand that a mutant may outlive at most. */
const patience = 2_000;

describe('the simulation itself', () => {
  it('has a mutant of at least 25 guards, each of which stands in the code as it is', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(25);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    for (const mutant of mutants) expect(mutatedText(mutant)).not.toBe('');
  });

  it('notices every one of them', { timeout: 600_000 }, async () => {
    const seeds = Array.from({ length: patience }, (_, index) => index + 1);
    const caught = new Set<string>();
    const tasks = mutants.map(
      ({ name, seenIn }): Task => ({ seeds: [seenIn, ...seeds], mutant: name, untilWrong: true }),
    );
    await runTasks(tasks, (run, { mutant = '' }) => {
      if (run.wrong.length > 0) caught.add(mutant);
    });
    expect(mutants.filter(({ name }) => !caught.has(name)).map(({ name }) => name)).toEqual([]);
  });
});
