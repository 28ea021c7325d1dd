import { parseArgs } from 'node:util';
import { faultNames } from './faults/faults.ts';
import { type GoalName, type Goals, goalFigures, goalsOf } from './goals.ts';
import { sharedFaultNames } from './shared/faults/shared-faults.ts';

/** The request of the command line. */
export interface Request {
  readonly goals: Goals;
  /** The longest duration of the faults; afterwards everything comes to rest. */
  readonly minutes: number;
  readonly seed: number;
  /** Only faults of this name. */
  readonly only: string | undefined;
  readonly store: 'sqlite' | 'postgres';
  /** The number of processes on one PostgreSQL. */
  readonly processes: number;
}

const usualMinutes = 5;
const usualProcesses = 3;
const fewestProcesses = 2;
const goalNames = Object.keys(goalFigures) as GoalName[];

/** Reads the command line; ends the process with status 2 and a message if it is invalid. */
export function readRequest(): Request {
  const { values } = parseOptions();
  const { only, store = 'sqlite' } = values;
  if (store !== 'sqlite' && store !== 'postgres') return refuse('--store is sqlite or postgres');
  const names = store === 'sqlite' ? faultNames : sharedFaultNames;
  if (only !== undefined && !names.includes(only)) refuse(`--only is one of ${names.join(', ')}`);
  const foreign = goalNames.find(name => values[name] !== undefined && !goalsOf[store].includes(name));
  if (foreign !== undefined) refuse(`--${foreign} is no goal of --store ${store}`);
  if (store === 'sqlite' && values.processes !== undefined) refuse('--processes goes with --store postgres');
  const processes = number('processes', values.processes) ?? usualProcesses;
  if (!Number.isInteger(processes) || processes < fewestProcesses)
    refuse(`--processes is at least ${fewestProcesses}`);
  const goals = new Map(
    goalNames.flatMap(name => {
      const wanted = number(name, values[name]);
      return wanted === undefined ? [] : [[name, wanted] as const];
    }),
  );
  const minutes = number('minutes', values.minutes);
  return {
    goals,
    minutes: minutes ?? (goals.size === 0 ? usualMinutes : Number.POSITIVE_INFINITY),
    seed: number('seed', values.seed) ?? Date.now() % 1_000_000_000,
    only,
    store,
    processes,
  };
}

function parseOptions() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: {
        kills: text,
        bookings: text,
        'disk-faults': text,
        hostile: text,
        minutes: text,
        seed: text,
        only: text,
        store: text,
        processes: text,
        'process-faults': text,
        'database-faults': text,
      },
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    refuse(`--${name} is a number, as in --${name} 10`);
  return value;
}

function refuse(words: string): never {
  console.error(`torture: ${words}`);
  process.exit(2);
}
