import type { Destination } from './destinations/destination.ts';
import { createProbes, type Probes } from './destinations/probes.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createPlanner, type Planner } from './planning/planner.ts';
import { inShares } from './shares.ts';
import type { WorkerOptions } from './worker.ts';

/**
 * The rounds of the worker. Each kind of work gets its share of every second: planning takes turns; holds and expiry
 * continue in the background if they take long; probes, calls and work from before the start run in the background.
 */
export interface Rounds {
  readonly dispatcher: Dispatcher;
  readonly planner: Planner;
  readonly probes: Probes;
  /** Finishes, once, the work that the previous process left. */
  catchUp(): Promise<void>;
  /** Does all due work, step by step, except the probes of destinations. Returns the amount of work. */
  round(): Promise<number>;
  /** Resolves when the background work has ended. */
  ended(): Promise<void>;
  /** Returns the milliseconds until work may be due. */
  nextInMs(): Promise<number>;
}

/** The loop that runs the rounds. */
export interface Loop {
  readonly isRunning: () => boolean;
  readonly isStopping: () => boolean;
  readonly wake: () => void;
}

/** The interval in milliseconds at which the worker checks whether an obstacle is gone. */
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
  /** A single round is not repeated, so it does all work. */
  const share = () => (isRunning() ? 'share' : 'whole');
  const isUnfinished = () => plans() && planner.isUnfinished();

  async function round(): Promise<number> {
    await clock.followIfIdle(() => dispatcher.isIdle() && !holds.isUnderWay() && !expiry.isUnderWay());
    // Stored times are about to be moved, so work that depends on the old ones must wait.
    if (!clock.isWaiting()) {
      if (plans()) await holds[share()]();
      await expiry[share()]();
    }
    const planned = plans() ? await planner.planTurn() : 0;
    // The calls planned in an unfinished turn are claimed already.
    return isUnfinished() ? planned : planned + (await dispatchAll());
  }

  /** Claims for all destinations at once, because a store behind a network handles them in parallel. */
  async function dispatchAll(): Promise<number> {
    const claimed = await Promise.all(destinations.map(dispatcher.dispatch));
    return claimed.reduce((sum, each) => sum + each, 0);
  }

  /**
   * Returns the milliseconds until a destination may have work: until it has a free slot, or, if it has one, until a
   * call is due. The slots are read first: a slot that becomes free between the two reads wakes nobody.
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
    const planningIn = (plans() ? planner.nextInMs() : undefined) ?? expireEveryMs;
    return Math.max(1, Math.min(keptBack ? idleMs : expireEveryMs, planningIn, ...waits.flat()));
  }

  async function ended(): Promise<void> {
    await Promise.all([holds.ended(), expiry.ended()]);
  }

  return { dispatcher, planner, probes, catchUp, round, ended, nextInMs };
}

/**
 * Fails calls that are too old, holds calls of missing destinations, and releases calls that are held without a hold;
 * only from time to time.
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

/** Runs work until it has succeeded once. Callers during a run share it. */
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
