import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceEdges, Spinning } from './edges.ts';
import { mutants } from './mutants.ts';
import { loadMutant } from './mutate.ts';
import type { Run } from './simulate.ts';
import { unjudged } from './unjudged.ts';

/** The task of one process of the simulation. It arrives as JSON, and the result of each run returns as a message. */
export interface Task {
  readonly seeds: readonly number[];
  readonly mutant?: string;
  /** Ends with the first run with a finding. */
  readonly untilWrong?: boolean;
  readonly trace?: boolean;
}

const task: Task = JSON.parse(process.argv[2] ?? '{"seeds":[]}');
const mutant = mutants.find(({ name }) => name === task.mutant);
if (mutant) loadMutant(mutant);
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
for (const seed of task.seeds) {
  const run = await runOne(seed);
  process.send?.(run);
  if (spun || (task.untilWrong && run.wrong.length > 0)) break;
}
process.disconnect?.();
realExit(0);

async function runOne(seed: number): Promise<Run> {
  const tell = task.trace ? (line: string) => process.stdout.write(line) : undefined;
  try {
    return await simulate(seed, folder, tell);
  } catch (error) {
    spun = error instanceof Spinning;
    return unjudged(seed, `the simulation ended: ${(error as Error).stack}`);
  }
}
