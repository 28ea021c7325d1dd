import type { Amounts } from './faults/faults.ts';
import type { Figure, Scoreboard } from './scoreboard.ts';

/** The possible goals of a run, by the name of their option. */
export const goalFigures = {
  kills: 'kills',
  bookings: 'interrupted bookings',
  'disk-faults': 'injected disk faults',
  hostile: 'hostile inputs',
  'process-faults': 'process faults',
  'database-faults': 'database faults',
} as const satisfies Record<string, Figure>;
export type GoalName = keyof typeof goalFigures;

/** The goals of each store. */
export const goalsOf: Readonly<Record<'sqlite' | 'postgres', readonly GoalName[]>> = {
  sqlite: ['kills', 'bookings', 'disk-faults', 'hostile'],
  postgres: ['process-faults', 'database-faults', 'bookings'],
};

/** The wanted number of each; the run continues until all of them are reached. */
export type Goals = ReadonlyMap<GoalName, number>;

/** True if every goal is reached. */
export function areReached(goals: Goals, { of }: Pick<Scoreboard, 'of'>): boolean {
  return [...goals].every(([name, wanted]) => of(goalFigures[name]) >= wanted);
}

/** The strikes of the next episode: most of the kind that is furthest from its goal. */
export function amountsFor(goals: Goals, { of }: Pick<Scoreboard, 'of'>): Amounts {
  const isReached = (name: GoalName): boolean =>
    of(goalFigures[name]) >= (goals.get(name) ?? Number.POSITIVE_INFINITY);
  return {
    kills: isReached('kills') && isReached('bookings') ? 16 : 150,
    diskLives: isReached('disk-faults') ? 0 : 2,
    others: 1,
  };
}

/** Describes the goals that were not reached. */
export function missedGoals(goals: Goals, { of }: Pick<Scoreboard, 'of'>): readonly string[] {
  return [...goals]
    .filter(([name, wanted]) => of(goalFigures[name]) < wanted)
    .map(([name, wanted]) => `${goalFigures[name]}: ${of(goalFigures[name])} of ${wanted}`);
}

/** Returns the counts so far, in all and per minute, in two lines. */
export function progress(
  { of, faults }: Pick<Scoreboard, 'of' | 'faults'>,
  minutes: number,
  store: keyof typeof goalsOf = 'sqlite',
): string {
  const figure = (name: Figure): string =>
    `${of(name).toLocaleString('en')} (${Math.round(of(name) / minutes).toLocaleString('en')}/min)`;
  if (store === 'postgres') {
    return [
      `${minutes.toFixed(1)} min: process faults ${figure('process faults')}, of the database ${figure('database faults')}`,
      `  answered ${figure('answered')}, bookings interrupted ${figure('interrupted bookings')}, ${faults().length} wrong`,
    ].join('\n');
  }
  const { kills, bookings, hostile } = goalFigures;
  return [
    `${minutes.toFixed(1)} min: kills ${figure(kills)}, bookings interrupted ${figure(bookings)}`,
    `  disk faults ${figure(goalFigures['disk-faults'])}, hostile ${figure(hostile)}, ${faults().length} wrong`,
  ].join('\n');
}
