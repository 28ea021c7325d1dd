import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../inbox/postgres/server.ts';
import { mutatedText } from '../simulation/mutate.ts';
import { playCourses } from './courses.ts';
import { sharingMutants } from './mutants.ts';
import type { Played } from './play.ts';
import { shows } from './shows.ts';

/** SEED plays only that seed, SEEDS the first so many. MUTANTS=1 tests the guards as well, which takes minutes. */
const { SEED, SEEDS = '6', MUTANTS } = process.env;
const seeds =
  SEED === undefined ? Array.from({ length: Number(SEEDS) }, (_, index) => index + 1) : [Number(SEED)];
/**
 * All processes share one thread. On a busy machine, six courses made no progress for a minute, since each took the
 * leases of the others.
 */
const atOnce = 3;
/** The number of seeds to try if the known one does not find a mutant any more. */
const mostSeeds = 60;

let server: PostgresServer;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});

afterAll(() => server.stop());

describe('processes on one PostgreSQL', { timeout: 1_800_000 }, () => {
  it(`keep their promises in the courses of ${seeds.length} seeds`, async () => {
    const all: Played[] = [];
    await playCourses({ url, seeds, atOnce }, played => all.push(played));
    const wrong = all.filter(played => played.wrong.length > 0);
    expect(wrong.map(({ seed, wrong: found }) => `SEED=${seed}: ${found.join('; ')}`)).toEqual([]);
    expect(all).toHaveLength(seeds.length);
    if (SEED !== undefined) return;
    const sum = (name: keyof Played['figures']) =>
      all.reduce((total, { figures }) => total + figures[name], 0);
    // A course without events proves nothing.
    expect(sum('events')).toBeGreaterThan(seeds.length * 20);
    expect(sum('delivered')).toBeGreaterThan(sum('events') / 2);
    expect(sum('freezes')).toBeGreaterThan(seeds.length / 2);
    expect(sum('kills')).toBeGreaterThan(seeds.length / 4);
    expect(sum('owners')).toBeGreaterThan(seeds.length * 5);
    expect(sum('rows')).toBeGreaterThan(seeds.length);
    expect(sum('corrections')).toBeGreaterThan(seeds.length / 2);
  });
});

describe('the guards of shared work', { timeout: 1_800_000 }, () => {
  it('each occur in the code once', () => {
    expect(new Set(sharingMutants.map(({ name }) => name)).size).toBe(sharingMutants.length);
    for (const mutant of sharingMutants) expect(mutatedText(mutant)).not.toBe('');
  });

  it.each(MUTANTS ? sharingMutants : [])(
    'are missed: one that $name',
    async ({ name, seenIn, shows: until }) => {
      const others = Array.from({ length: mostSeeds }, (_, index) => index + 1);
      const tried = [seenIn, ...others.filter(seed => seed !== seenIn)];
      const all: Played[] = [];
      await playCourses({ url, seeds: tried, atOnce: 3, mutant: name, until }, played => all.push(played));
      expect(all.filter(played => shows(played, until))).not.toEqual([]);
    },
  );
});
