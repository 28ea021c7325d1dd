import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { mutants } from './mutants.ts';
import { dealt, runTasks, seedsFrom } from './pool.ts';
import type { Task, World } from './run.ts';
import type { Run } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
});
const atOnce = availableParallelism();

if (values.mutants) await tryMutants();
else if (values.seed !== undefined) await showSeed(Number(values.seed));
else await trySeeds(Number(values.first), Number(values.seeds));

/** Prints one seed with its whole trace. */
async function showSeed(seed: number): Promise<void> {
  await runTasks([{ worlds: [{ seed, ...ofMutant() }], trace: true }], tell);
}

async function trySeeds(first: number, count: number): Promise<void> {
  const began = performance.now();
  const sums = { seeds: 0, wrong: 0, events: 0, delivered: 0, requests: 0, crashes: 0, virtualMs: 0 };
  const worlds = seedsFrom(first, count).map(world => ({ ...world, ...ofMutant() }));
  await runTasks(
    dealt(worlds, Math.max(atOnce, Math.ceil(count / 500))),
    run => {
      sums.seeds += 1;
      sums.wrong += run.wrong.length > 0 ? 1 : 0;
      for (const name of ['events', 'delivered', 'requests', 'crashes', 'virtualMs'] as const)
        sums[name] += run.figures[name];
      if (run.wrong.length > 0) tell(run);
      if (sums.seeds % 500 === 0) console.log(`${sums.seeds} of ${count} seeds, ${sums.wrong} wrong`);
    },
    { atOnce },
  );
  const days = Math.round(sums.virtualMs / 86_400_000);
  console.log(`
seeds       ${sums.seeds} (${first} to ${first + count - 1})
wrong       ${sums.wrong}
events      ${sums.events}, delivered ${sums.delivered}
requests    ${sums.requests}
crashes     ${sums.crashes}
time        ${days} days in ${Math.round((performance.now() - began) / 1000)} seconds`);
}

/** Prints how many seeds each mutant survives. */
async function tryMutants(): Promise<void> {
  const most = Number(values.seeds) === 2000 ? 10_000 : Number(values.seeds);
  const tasks = mutants.map(
    ({ name }): Task => ({
      worlds: seedsFrom(1, most).map(world => ({ ...world, mutant: name })),
      untilWrong: true,
    }),
  );
  const rows = new Map<string, string>();
  await runTasks(
    tasks,
    (run, { mutant = '' }) => {
      const why = run.wrong[0]?.split('\n')[0]?.slice(0, 70);
      if (why !== undefined) console.error(`  ${mutant}: ${run.seed}`);
      rows.set(mutant, why === undefined ? 'survives' : `${String(run.seed).padStart(5)}  ${why}`);
    },
    { atOnce },
  );
  for (const { name } of mutants) {
    const row = rows.get(name) ?? '';
    console.log(`${name.padEnd(58)} ${row}`);
    if (row === 'survives') process.exitCode = 1;
  }
}

function ofMutant(): Pick<World, 'mutant'> {
  if (values.mutant === undefined) return {};
  if (!mutants.some(({ name }) => name === values.mutant)) {
    throw new Error(`no such mutant; there are: ${mutants.map(({ name }) => name).join('; ')}`);
  }
  return { mutant: values.mutant };
}

function tell({ seed, wrong, trace }: Run): void {
  if (wrong.length > 0) process.exitCode = 1;
  console.log(`seed ${seed}: ${wrong.length === 0 ? 'all is well' : wrong.join('\n  ')} (trace ${trace})`);
  if (wrong.length > 0) console.log(`  to see it again: npm run simulate -- --seed ${seed}`);
}
