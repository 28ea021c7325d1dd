import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleSimulation } from './bundle.ts';
import { type Mutant, mutants } from './mutants.ts';
import { mutatedText } from './mutate.ts';
import { runTasks } from './pool.ts';
import type { Task } from './run.ts';
import type { Run } from './simulate.ts';

/** The number of seeds to try if the known one does not find a mutant any more. */
const mostSeeds = 300;

describe('the simulation itself', () => {
  it('has a mutant of at least 25 guards, each of which occurs in the code', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(25);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    for (const mutant of mutants) expect(mutatedText(mutant)).not.toBe('');
  });

  it('detects every one of them', { timeout: 600_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-mutants-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = await bundleSimulation(folder);
    const missed = await unnoticed(mutants, program, ({ seenIn }) => [seenIn]);
    // If the code has changed, another seed may find the mutant; a long search is not part of the everyday run.
    const lost = await unnoticed(missed, program, () =>
      Array.from({ length: mostSeeds }, (_, index) => index + 1),
    );
    expect(
      lost.map(
        ({ name, seenIn }) => `${name}: was seen in ${seenIn} before; run npm run simulate -- --mutants`,
      ),
    ).toEqual([]);
  });
});

async function unnoticed(
  some: readonly Mutant[],
  program: string,
  seedsOf: (mutant: Mutant) => readonly number[],
): Promise<readonly Mutant[]> {
  const noticed = new Set<string>();
  const tasks = some.map((each): Task => ({ seeds: seedsOf(each), mutant: each.name, untilWrong: true }));
  const see = (run: Run, { mutant = '' }: Task) => {
    if (run.wrong.length === 0) return;
    noticed.add(mutant);
    const { seenIn } = some.find(({ name }) => name === mutant) ?? {};
    if (run.seed !== seenIn) console.warn(`"${mutant}" is seen in seed ${run.seed} now: name it as seenIn`);
  };
  await runTasks(tasks, see, { program });
  return some.filter(({ name }) => !noticed.has(name));
}
