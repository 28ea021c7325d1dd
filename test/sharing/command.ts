import { parseArgs } from 'node:util';
import { startPostgres } from '../inbox/postgres/server.ts';
import { playCourses } from './courses.ts';
import { type SharingMutant, sharingMutants } from './mutants.ts';
import type { Played } from './play.ts';
import { shows } from './shows.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string' },
    'at-once': { type: 'string', default: '6' },
  },
});
const first = Number(values.seed ?? values.first);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const seeds = Array.from({ length: count }, (_, index) => first + index);
const atOnce = Number(values['at-once']);
const server = await startPostgres();
const url = await server.newDatabase();
try {
  if (values.mutants) await tryMutants();
  else await trySeeds();
} finally {
  await server.stop();
}

async function trySeeds(): Promise<void> {
  const began = performance.now();
  const all: Played[] = [];
  await playCourses(
    { url, seeds, atOnce, ...(values.mutant !== undefined && { mutant: values.mutant }) },
    played => {
      all.push(played);
      if (played.wrong.length > 0) tell(played);
    },
  );
  const sum = (name: keyof Played['figures']) => all.reduce((total, { figures }) => total + figures[name], 0);
  console.log(`
seeds       ${all.length}, wrong ${all.filter(({ wrong }) => wrong.length > 0).length}
events      ${sum('events')}, delivered ${sum('delivered')}, rows of lists ${sum('rows')}, corrections ${sum('corrections')}
requests    ${sum('requests')}
freezes     ${sum('freezes')}, kills ${sum('kills')}, works that changed hands ${sum('owners')}
time        ${Math.round((performance.now() - began) / 1000)} seconds, a course ${Math.round(sum('ms') / all.length)} ms`);
}

/** Two at a time, since each starts with an idle moment. */
async function tryMutants(): Promise<void> {
  const waiting = sharingMutants.filter(({ name }) => name.includes(values.only ?? ''));
  const work = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) await tryMutant(each);
  };
  await Promise.all([work(), work()]);
}

/** Returns how many courses a mutant survives. */
async function tryMutant({ name: mutant, shows: until }: SharingMutant): Promise<void> {
  const began = performance.now();
  let row = 'survives';
  let played = 0;
  await playCourses({ url, seeds, atOnce, mutant, until }, course => {
    played += 1;
    if (!shows(course, until)) return;
    const found = course.wrong.find(each => until.some(word => each.startsWith(word)));
    row = `seed ${course.seed}, course ${played}: ${found?.slice(0, 90)}`;
  });
  if (row === 'survives') process.exitCode = 1;
  console.log(`${mutant.padEnd(58)} ${row} (${Math.round((performance.now() - began) / 1000)} s)`);
}

function tell({ seed, wrong }: Played): void {
  process.exitCode = 1;
  console.log(`seed ${seed}: ${wrong.join('\n  ')}`);
}
