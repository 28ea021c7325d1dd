import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceEdges, Spinning } from './edges.ts';
import { mutants } from './mutants.ts';
import { useMutant } from './mutate.ts';
import type { Run } from './simulate.ts';
import { unjudged } from './unjudged.ts';

/** The task of one process of the simulation. It arrives as JSON, and the result of each run returns as a message. */
export interface Task {
  readonly worlds: readonly World[];
  /** Ends with the first run with a finding. */
  readonly untilWrong?: boolean;
  readonly trace?: boolean;
}

/** A seed, and the name of the guard that is removed in its run. */
export interface World {
  readonly seed: number;
  readonly mutant?: string;
}

const task: Task = JSON.parse(process.argv[2] ?? '{"worlds":[]}');
useMutantOf(task.worlds[0]);
const realExit = process.exit.bind(process);
replaceEdges();
const { simulate } = await import('./simulate.ts');
// On a disk in memory, a sync costs nothing, and the promises of the store are the same.
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(place, 'fieldbridge-simulation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('disconnect', () => realExit(1));

// A run that spins continues to do so, so the next seeds need another process.
let spun = false;
for (const world of task.worlds) {
  useMutantOf(world);
  const run = await runOne(world.seed);
  process.send?.(run);
  if (spun || (task.untilWrong && run.wrong.length > 0)) break;
}
process.disconnect?.();
realExit(0);

function useMutantOf(world: World | undefined): void {
  useMutant(mutants.find(({ name }) => name === world?.mutant));
}

async function runOne(seed: number): Promise<Run> {
  const tell = task.trace ? (line: string) => process.stdout.write(line) : undefined;
  try {
    return await simulate(seed, folder, tell);
  } catch (error) {
    spun = error instanceof Spinning;
    return unjudged(seed, `the simulation ended: ${(error as Error).stack}`);
  }
}
