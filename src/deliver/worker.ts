import type { Claim } from '../inbox/claim.ts';
import { type Store, StoreUnavailable } from '../inbox/store.ts';
import { deliverCall } from './deliver-call.ts';
import type { Destination } from './destinations/destination.ts';
import type { MappingHolds } from './mappings/mapping-holds.ts';
import type { MappingSet } from './mappings/mapping-set.ts';
import type { Planning } from './planning/plan-event.ts';
import { createPlanner } from './planning/planner.ts';
import type { Report } from './report.ts';
import { createResultWriter } from './result-writer.ts';
import { claimFields } from './tell-fates.ts';
import { tellProgress } from './tell-progress.ts';
import type { ClockFollower } from './time/clock-follower.ts';
import type { Time } from './time/time.ts';

/** Plans what was accepted and delivers what is due. */
export interface Worker {
  /** Does once what is due: looks at destinations, plans, delivers. Answers whether there was anything to do. */
  runOnce(): Promise<boolean>;
  /** Runs by itself until `stop`. */
  start(): void;
  /** Has it look for work at once. */
  wake(): void;
  /** How many results of calls wait to be written; nothing more is sent while there are any. */
  unwritten(): number;
  /** Claims nothing more; resolves when nothing is in flight, or after so many milliseconds (`false`). */
  stop(withinMs: number): Promise<boolean>;
}

export interface WorkerOptions {
  readonly store: Store;
  readonly mappings: MappingSet;
  readonly holds: MappingHolds;
  readonly destinations: ReadonlyMap<string, Destination>;
  /** What planning goes by, as it stands when it is asked. */
  readonly planning: () => Planning;
  readonly clock: ClockFollower;
  readonly time: Time;
  readonly random: () => number;
  /** How many webhooks were taken in so far: planning gives way while they come fast. */
  readonly takenIn: () => number;
  /** An event changed. */
  readonly changed: (eventId: string) => void;
  /** What is left to do from before the process started; it may take long, and goes on beside everything else. */
  readonly catchUp: () => Promise<void>;
  readonly report: (report: Report) => void;
}

const idleMs = 1_000;
const storeRetryMs = 1_000;
const expireEveryMs = 30_000;

/** Makes a worker; it does nothing before `runOnce` or `start`. */
export function createWorker(options: WorkerOptions): Worker {
  const { store, mappings, holds, destinations, time } = options;
  const inFlight = new Set<Promise<void>>();
  const looking = new Map<Destination, Promise<void>>();
  const claimingSoon = new Set<Destination>();
  const results = createResultWriter(options);
  const planner = createPlanner({
    ...options,
    between: async () => {
      for (const destination of destinations.values()) await claim(destination);
    },
    isStopping: () => stopping,
  });
  let claiming = 0;
  let expireAt = time.monotonic();
  let running = false;
  let stopping = false;
  let cycle: Promise<void> | undefined;
  let again = false;
  let cancelTimer = () => {};
  let catchingUp: Promise<void> | undefined;
  let caughtUp = false;

  function catchUp(): Promise<void> {
    if (caughtUp) return Promise.resolve();
    catchingUp ??= options
      .catchUp()
      .then(() => {
        caughtUp = true;
        if (running) wake();
      })
      .finally(() => {
        catchingUp = undefined;
      });
    return catchingUp;
  }

  /** What cannot be caught up with now is tried again in the next round. */
  function catchUpBeside(): void {
    catchUp().catch(error => {
      if (!stopping) options.report({ what: 'what was left from before the start could not be done', error });
    });
  }

  /** Whether nothing may leave for now. Calls in flight end it, and each of them wakes the worker at its end. */
  function isKeptBack(): boolean {
    return stopping || results.waiting() > 0 || options.clock.isWaiting();
  }

  /** Claims what a destination has room for; the calls run on by themselves. */
  async function claim(destination: Destination): Promise<number> {
    const room = isKeptBack() ? 0 : destination.room();
    if (room <= 0) return 0;
    const wish = { destination: destination.config.name, now: time.now(), limit: room };
    claiming += 1;
    const claims = await store.claim(wish).finally(() => {
      claiming -= 1;
    });
    for (const each of claims) {
      destination.started();
      const delivery = deliver(each, destination)
        .catch(error =>
          options.report({
            what: 'the result of a call could not be written',
            error,
            details: claimFields(each),
          }),
        )
        .finally(() => {
          destination.finished();
          inFlight.delete(delivery);
          if (!running) return;
          claimSoon(destination);
          wake();
        });
      inFlight.add(delivery);
    }
    return claims.length;
  }

  /** Fills a place that became free, also while the worker's round is busy planning a flood of webhooks. */
  function claimSoon(destination: Destination): void {
    if (claimingSoon.has(destination)) return;
    claimingSoon.add(destination);
    setImmediate(() => {
      claimingSoon.delete(destination);
      claim(destination).catch(error => options.report({ what: 'the worker could not go on', error }));
    });
  }

  async function deliver(claimed: Claim, destination: Destination): Promise<void> {
    const delivering = { store, time, random: options.random, held: mappings.held, report: options.report };
    let delivered: Awaited<ReturnType<typeof deliverCall>>;
    try {
      delivered = await deliverCall(claimed, destination, delivering);
    } catch (error) {
      if (!(error instanceof StoreUnavailable))
        options.report({ what: 'a call could not be worked on', error, details: claimFields(claimed) });
      await new Promise<void>(resolve => time.after(storeRetryMs, resolve));
      store.release(claimed);
      return;
    }
    const { progress, outcome } = delivered;
    const hold = progress.status === 'held' ? progress.hold : undefined;
    if (hold) await results.write(() => holds.hold(hold));
    if (outcome) await destination.note(outcome, claimed.lane);
    let isWritten = false;
    await results.write(async () => {
      isWritten = await store.settle(claimed, progress, delivered.attempt);
    });
    if (isWritten) tellProgress(claimed, delivered, options.report);
    options.changed(claimed.eventId);
  }

  /** Starts the looks that are due; they run on by themselves. */
  function look(destination: Destination): void {
    if (looking.has(destination)) return;
    const looked = destination
      .look('due')
      .then(result => {
        if (result !== undefined && running) wake();
      })
      .catch(error =>
        options.report({
          what: 'destination could not be looked at',
          error,
          details: { destination: destination.config.name },
        }),
      )
      .finally(() => looking.delete(destination));
    looking.set(destination, looked);
  }

  async function expire(): Promise<void> {
    if (time.monotonic() < expireAt) return;
    expireAt = time.monotonic() + expireEveryMs;
    await store.expire(time.now());
  }

  async function round(): Promise<number> {
    await options.clock.followIfIdle(() => inFlight.size === 0 && claiming === 0);
    await holds.settle();
    await expire();
    const planned = await planner.planAll();
    const claimed = await Promise.all([...destinations.values()].map(claim));
    return claimed.reduce((sum, each) => sum + each, planned);
  }

  function wake(): void {
    again = true;
    if (!running || cycle) return;
    cycle = loop().finally(() => {
      cycle = undefined;
      if (running && again) setImmediate(wake);
    });
  }

  async function loop(): Promise<void> {
    cancelTimer();
    again = false;
    let waitMs = idleMs;
    try {
      catchUpBeside();
      for (const destination of destinations.values()) look(destination);
      await round();
      waitMs = await nextInMs();
    } catch (error) {
      options.report({ what: 'the worker could not go on', error });
    }
    // A round that a stop waited for must not leave a timer behind that keeps the process.
    if (running) cancelTimer = time.after(waitMs, wake);
  }

  async function nextInMs(): Promise<number> {
    const keptBack = isKeptBack();
    const waits = [keptBack ? idleMs : expireEveryMs];
    for (const destination of destinations.values()) {
      const roomIn = destination.roomInMs();
      // What is due and may not leave is no reason to look again at once.
      if (!keptBack && destination.room() > 0) {
        const due = await store.nextDueAt(destination.config.name);
        if (due !== undefined) waits.push(due - time.now());
      }
      if (roomIn !== undefined) waits.push(roomIn);
    }
    return Math.max(1, Math.min(...waits));
  }

  return {
    async runOnce() {
      await catchUp();
      for (const destination of destinations.values()) look(destination);
      await Promise.all(looking.values());
      const worked = await round();
      await Promise.all(inFlight);
      return worked > 0;
    },
    start() {
      running = true;
      wake();
    },
    wake,
    unwritten: results.waiting,
    async stop(withinMs) {
      running = false;
      stopping = true;
      cancelTimer();
      await cycle;
      let cancel = () => {};
      const tooLate = new Promise<boolean>(resolve => {
        cancel = time.after(withinMs, () => resolve(false));
      });
      const done = Promise.all(inFlight).then(() => true);
      const drained = await Promise.race([done, tooLate]);
      cancel();
      return drained;
    },
  };
}
