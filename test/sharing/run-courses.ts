import { loadMutant } from '../simulation/mutate.ts';
import { useGates } from './gate.ts';
import { sharingMutants } from './mutants.ts';
import type { Played } from './play.ts';
import { shows } from './shows.ts';

/** The task of one process of the courses. It arrives as JSON, and the result of each course returns as a message. */
export interface Courses {
  readonly url: string;
  readonly seeds: readonly number[];
  /** The number of courses played at a time. */
  readonly atOnce: number;
  readonly mutant?: string;
  /** Ends with the first course with a finding that starts with one of these texts. */
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

/** Processes killed in a course leave open requests behind. */
function end(): void {
  process.removeAllListeners('disconnect');
  process.disconnect?.();
  process.exit(0);
}

await Promise.all(Array.from({ length: courses.atOnce }, work));
end();
