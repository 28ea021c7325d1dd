import type { Destination } from './destinations/destination.ts';
import { createProbes, type Probes } from './destinations/probes.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createPlanner, type Planner } from './planning/planner.ts';
import { inShares } from './shares.ts';
import type { WorkerOptions } from './worker.ts';

/**
 * The rounds of the worker. Each kind of work gets its share of every second: planning takes turns, holds and expiry
 * continue in the background if they take long, and probes, calls and work from before the start run in the background.
 */
export interface Rounds {
  readonly dispatcher: Dispatcher;
  readonly planner: Planner;
  readonly probes: Probes;
  /** Does the work that is left from before the process started, once. */
  catchUp(): Promise<void>;
  /** Does all due work, step by step, except the probes of destinations. Returns the amount of work. */
  round(): Promise<number>;
  /** Resolves when the background work has ended. */
  ended(): Promise<void>;
  /** In how many milliseconds something may be due. */
  nextInMs(): Promise<number>;
}

/** The loop that rounds are part of. */
export interface Loop {
  readonly isRunning: () => boolean;
  readonly isStopping: () => boolean;
  readonly wake: () => void;
}

/** The worker looks again after this time whether the obstacle is gone. Milliseconds. */
export const idleMs = 1_000;
const expireEveryMs = 30_000;

/** Makes the rounds; nothing is done before the first. */
export function createRounds(options: WorkerOptions, { isRunning, isStopping, wake }: Loop): Rounds {
  const { store, clock, time, report, plans = () => true } = options;
  const destinations = [...options.destinations.values()];
  const lookAgain = () => {
    if (isRunning()) wake();
  };
  const dispatcher = createDispatcher({
    ...options,
    mustWait: () => isStopping() || clock.isWaiting(),
    isRunning,
    wake,
  });
  const planner = createPlanner({
    ...options,
    between: async () => void (await dispatchAll()),
    isStopping,
  });
  const probes = createProbes(destinations, report, lookAgain);
  const holds = inShares(options.holds.settle, time, lookAgain);
  const expiry = inShares(createExpiry(options), time, lookAgain);
  const catchUp = untilDone(async () => {
    await options.catchUp();
    lookAgain();
  });
  /** A single round, which is not repeated, does all of it. */
  const share = () => (isRunning() ? 'share' : 'whole');
  const isUnfinished = () => plans() && planner.isUnfinished();

  async function round(): Promise<number> {
    await clock.followIfIdle(() => dispatcher.isIdle() && !holds.isUnderWay() && !expiry.isUnderWay());
    // The times of what waits are about to be moved: nothing may go by those of before meanwhile.
    if (!clock.isWaiting()) {
      if (plans()) await holds[share()]();
      await expiry[share()]();
    }
    const planned = plans() ? await planner.planTurn() : 0;
    // The plans of an unfinished turn are claimed already.
    return isUnfinished() ? planned : planned + (await dispatchAll());
  }

  /** All destinations at once: a store behind a network answers them in parallel. */
  async function dispatchAll(): Promise<number> {
    const claimed = await Promise.all(destinations.map(dispatcher.dispatch));
    return claimed.reduce((sum, each) => sum + each, 0);
  }

  /**
   * In how many milliseconds there may be something to do for a destination: there is room again, or, where there is room
   * now, something is due. In this order, since room may come between the two looks, and nothing else would tell of it.
   */
  async function nextFor(destination: Destination, keptBack: boolean): Promise<readonly number[]> {
    const roomIn = destination.roomInMs();
    const waits = roomIn === undefined ? [] : [roomIn];
    if (keptBack || dispatcher.room(destination) <= 0) return waits;
    const due = await store.nextDueAt(destination.config.name);
    return due === undefined ? waits : [...waits, due - time.now()];
  }

  async function nextInMs(): Promise<number> {
    if (isUnfinished()) return 1;
    const keptBack = dispatcher.isKeptBack();
    const waits = await Promise.all(destinations.map(each => nextFor(each, keptBack)));
    return Math.max(1, Math.min(keptBack ? idleMs : expireEveryMs, ...waits.flat()));
  }

  async function ended(): Promise<void> {
    await Promise.all([holds.ended(), expiry.ended()]);
  }

  return { dispatcher, planner, probes, catchUp, round, ended, nextInMs };
}

/**
 * Fails calls that are too old, holds calls of missing destinations, and releases calls that are held without a hold;
 * all of it only now and then.
 */
function createExpiry({
  store,
  missing,
  time,
  report,
}: Pick<WorkerOptions, 'store' | 'missing' | 'time' | 'report'>): () => Promise<void> {
  let dueAt = time.monotonic();
  return async () => {
    if (time.monotonic() < dueAt) return;
    dueAt = time.monotonic() + expireEveryMs;
    await missing.hold();
    await store.expire(time.now());
    for (const [mapping, count] of Object.entries(await store.releaseStranded()))
      report({
        what: 'stranded calls released',
        details: { mapping, count },
      });
  };
}

/** Does something until it succeeded once; who asks meanwhile waits for the same try. */
function untilDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch(error => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
