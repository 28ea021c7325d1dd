import { describe, expect, it } from 'vitest';
import { bundledSimulation } from './bundle-of-the-run.ts';
import { type Mutant, mutants } from './mutants.ts';
import { mutatedText } from './mutate.ts';
import { dealt, runTasks, seedsFrom } from './pool.ts';
import type { Task, World } from './run.ts';
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
    const program = await bundledSimulation();
    const inKnownSeed = mutants.map(({ name, seenIn }) => ({ seed: seenIn, mutant: name }));
    // In few processes, because each compiles the code anew. None spoils the next ones: the last world is unchanged.
    const together = dealt(inKnownSeed, 2).map(({ worlds }) => ({ worlds: [...worlds, { seed: 1 }] }));
    const missed = await unnoticed(mutants, together, program);
    // A copy of what a mutant changes may have been kept since the start.
    const alone = await unnoticed(
      missed,
      missed.map(({ name, seenIn }) => ({ worlds: [{ seed: seenIn, mutant: name }] })),
      program,
    );
    // If the code has changed, another seed may find the mutant; a long search is not part of the everyday run.
    const lost = await unnoticed(
      alone,
      alone.map(({ name }) => ({
        worlds: seedsFrom(1, mostSeeds).map(world => ({ ...world, mutant: name })),
        untilWrong: true,
      })),
      program,
    );
    expect(
      lost.map(
        ({ name, seenIn }) => `${name}: was seen in ${seenIn} before; run npm run simulate -- --mutants`,
      ),
    ).toEqual([]);
  });
});

/** Runs worlds with some mutants; returns those that are not noticed. A world without a mutant has to be well. */
async function unnoticed(
  some: readonly Mutant[],
  tasks: readonly Task[],
  program: string,
): Promise<readonly Mutant[]> {
  const noticed = new Set<string>();
  const spoilt: string[] = [];
  const see = (run: Run, { mutant }: World) => {
    if (mutant === undefined) spoilt.push(...run.wrong);
    if (mutant === undefined || run.wrong.length === 0) return;
    noticed.add(mutant);
    const { seenIn } = some.find(({ name }) => name === mutant) ?? {};
    if (run.seed !== seenIn) console.warn(`"${mutant}" is seen in seed ${run.seed} now: name it as seenIn`);
  };
  await runTasks(tasks, see, { program });
  expect(spoilt).toEqual([]);
  return some.filter(({ name }) => !noticed.has(name));
}
