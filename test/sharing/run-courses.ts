import { loadMutant } from '../simulation/mutate.ts';
import { useGates } from './gate.ts';
import { sharingMutants } from './mutants.ts';
import type { Played } from './play.ts';
import { shows } from './shows.ts';

/** What one process of the courses is to do; it comes as JSON, and each course goes back as a message. */
export interface Courses {
  readonly url: string;
  readonly seeds: readonly number[];
  /** So many are played at a time. */
  readonly atOnce: number;
  readonly mutant?: string;
  /** Ends with the first course of which something is wrong that begins with one of these words. */
  readonly until?: readonly string[];
}

const courses: Courses = JSON.parse(process.argv[2] ?? '{}');
const mutant = sharingMutants.find(({ name }) => name === courses.mutant);
if (mutant) loadMutant(mutant);
useGates();
const { play } = await import('./play.ts');
process.on('disconnect', () => process.exit(1));

const waiting = [...courses.seeds];

async function playOne(seed: number): Promise<Played> {
  try {
    return await play(seed, courses.url);
  } catch (error) {
    const nothing = { events: 0, delivered: 0, requests: 0, rows: 0, corrections: 0 };
    const figures = { ...nothing, freezes: 0, kills: 0, owners: 0, ms: 0 };
    return { seed, wrong: [`the course ended: ${(error as Error).stack}`], figures };
  }
}

async function work(): Promise<void> {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
    const played = await playOne(seed);
    process.send?.(played);
    if (shows(played, courses.until)) end();
  }
}

/** Processes that were killed in a course leave behind what is never answered. */
function end(): void {
  process.removeAllListeners('disconnect');
  process.disconnect?.();
  process.exit(0);
}

await Promise.all(Array.from({ length: courses.atOnce }, work));
end();
