import { stepNames } from '../src/inbox/step.ts';

/** The counts that must be zero, one for each broken promise. With a single process: */
export const zeros = [
  'lost',
  'unexpected',
  'doubled bookings',
  'out of order',
  'lost corrections',
  'sent as before a correction',
  'false success',
  'false failure',
  'uncertain without a reason',
  'uncertain by a graceful stop',
  'graceful stops that failed',
  'still waiting at rest',
  'damaged stores',
  'bent by hostile inputs',
  'ended by what came in',
  'trusted a broken disk',
  'did not come back',
] as const;
/** The same with several processes on one PostgreSQL. */
export const sharedZeros = [
  'lost',
  'unexpected',
  'doubled bookings',
  'out of order',
  'lost corrections',
  'sent as before a correction',
  'false success',
  'false failure',
  'uncertain without a reason',
  'stuck',
  'still waiting at rest',
  'ended by itself',
  'graceful stops that failed',
  'wrong answers',
  'rows that disagree',
  'did not come back',
] as const;
export type Zero = (typeof zeros)[number] | (typeof sharedZeros)[number];

/** The counts with a single process. */
const figures = [
  'answered',
  'delivered',
  'waiting',
  'uncertain',
  'rows of lists',
  'refused for good',
  'resolved by a person',
  'corrected by a person',
  'bookings',
  'interrupted bookings',
  'kills',
  'restarts',
  'freezes',
  'graceful stops',
  'ends of its own',
  'cut connections',
  'clock jumps',
  'expired tokens',
  'outages',
  'full disks',
  'injected disk faults',
  'slow disk calls',
  'hostile inputs',
  'dear webhooks',
  'integrity checks',
] as const;
/** The counts with several processes on one PostgreSQL. */
const sharedFigures = [
  'answered',
  'delivered',
  'waiting',
  'uncertain',
  'refused for good',
  'rows of lists',
  'resolved by a person',
  'corrected by a person',
  'bookings',
  'interrupted bookings',
  'process faults',
  'kills',
  'freezes',
  'freezes beyond the term',
  'ends at a step',
  'graceful stops',
  'cuts from the database',
  'connections held',
  'answers held back',
  'half-open connections',
  'processes beside',
  'database faults',
  'database kills',
  'ended connections',
  'immediate restarts',
  'read-only times',
  'connections used up',
  'open transactions',
  'faults that overlapped',
  'restarts',
  'starts without a database',
] as const;
export type Figure = (typeof figures)[number] | (typeof sharedFigures)[number];

/** The contents of a scoreboard. */
interface Board {
  readonly figures: readonly Figure[];
  readonly zeros: readonly Zero[];
  readonly steps: readonly string[];
}

const fileBoard: Board = { figures, zeros, steps: stepNames };
/** The scoreboard of several processes on one PostgreSQL. */
export const sharedBoard: Board = { figures: sharedFigures, zeros: sharedZeros, steps: stepNames };

/** The counts of a run. */
export interface Scoreboard {
  count(figure: Figure, times?: number): void;
  /** Counts a broken promise; `words` help to find its reason. */
  fault(zero: Zero, words: string): void;
  killedAt(step: string): void;
  /** Records a restart and the time until the first response. */
  recoveredIn(ms: number): void;
  /** Reports once that something was left out on this machine. */
  leftOut(words: string): void;
  of(what: Figure | Zero): number;
  faults(): readonly string[];
  /** The number of kills just before or just after each step. */
  steps(): ReadonlyMap<string, number>;
  /** The whole scoreboard as text. */
  text(): string;
}

/** Every step, just before it and just after it. */
export const moments = stepNames.flatMap(name =>
  (['before', 'after'] as const).map(moment => ({ name, moment })),
);

/** Makes an empty scoreboard. */
export function createScoreboard(board = fileBoard): Scoreboard {
  const counts = new Map<Figure | Zero, number>();
  const steps = new Map<string, number>();
  const recoveries: number[] = [];
  const faults: string[] = [];
  const left = new Set<string>();
  const of = (what: Figure | Zero): number => counts.get(what) ?? 0;
  const add = (what: Figure | Zero, times: number): void => void counts.set(what, of(what) + times);

  return {
    count: (figure, times = 1) => add(figure, times),
    fault(zero, words) {
      add(zero, 1);
      faults.push(`${zero}: ${words}`);
    },
    killedAt: step => void steps.set(step, (steps.get(step) ?? 0) + 1),
    recoveredIn(ms) {
      add('restarts', 1);
      recoveries.push(ms);
    },
    leftOut: words => void left.add(words),
    of,
    faults: () => faults,
    steps: () => steps,
    text() {
      const rows = (names: readonly (Figure | Zero)[]): string[] =>
        names.map(name => `  ${name.padEnd(30)} ${figure(of(name)).padStart(10)}`);
      const sorted = recoveries.toSorted((a, b) => a - b);
      return [
        'What happened',
        ...rows(board.figures),
        `  ${'median recovery'.padEnd(30)} ${ms(sorted[Math.floor(sorted.length / 2)])}`,
        `  ${'slowest recovery'.padEnd(30)} ${ms(sorted.at(-1))}`,
        '',
        ...(board.steps.length > 0 ? ['Killed just before and just after each step'] : []),
        ...board.steps.map(name => {
          const at = (moment: string): string => figure(steps.get(`${moment} ${name}`) ?? 0).padStart(6);
          return `  ${name.padEnd(12)} before ${at('before')}   after ${at('after')}`;
        }),
        ...(board.steps.length > 0 ? [''] : []),
        'What must be zero',
        ...rows(board.zeros),
        ...(left.size > 0 ? ['', 'LEFT OUT on this machine', ...[...left].map(words => `  ${words}`)] : []),
      ].join('\n');
    },
  };
}

function figure(number: number): string {
  return number.toLocaleString('en');
}

function ms(number: number | undefined): string {
  return `${number === undefined ? '-' : Math.round(number)} ms`.padStart(10);
}
