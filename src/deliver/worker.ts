import type { AcceptedRequest } from '../inbox/event.ts';
import { NotOwner, StoreUnavailable } from '../inbox/store.ts';
import type { WorkStore } from '../inbox/work-store.ts';
import type { Traces } from '../traces/traces.ts';
import { type ArrivingEvents, arrivingEvents } from './arriving-events.ts';
import type { Destination } from './destinations/destination.ts';
import type { MissingDestinations } from './destinations/missing-destinations.ts';
import type { MappingHolds } from './mappings/mapping-holds.ts';
import { planAtOnce } from './planning/plan-at-once.ts';
import type { PlanningContext } from './planning/plan-event.ts';
import type { Report } from './report.ts';
import { createRounds, idleMs } from './rounds.ts';
import type { ClockFollower } from './time/clock-follower.ts';
import type { Time } from './time/time.ts';

/** Plans accepted events and delivers due calls. */
export interface Worker {
  /** Does all due work once: probes destinations, plans, delivers. Returns true if there was any. */
  runOnce(): Promise<boolean>;
  /** Runs automatically until `stop`. */
  start(): void;
  /** Makes the worker look for work at once. */
  wake(): void;
  /** Makes the worker follow a webhook that is about to be stored. */
  arriving(request: AcceptedRequest): ArrivingEvents;
  /** Returns the number of call results that wait to be stored; nothing more is sent while there are any. */
  unwritten(): number;
  /** Claims nothing more; resolves when nothing is in flight, or after this many milliseconds (`false`). */
  stop(withinMs: number): Promise<boolean>;
}

export interface WorkerOptions {
  readonly store: WorkStore;
  readonly holds: MappingHolds;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly missing: Pick<MissingDestinations, 'hold'>;
  /** Returns the current parts for planning. */
  readonly planning: () => PlanningContext;
  readonly clock: ClockFollower;
  readonly time: Time;
  readonly random: () => number;
  /** Returns the number of webhooks accepted so far: planning yields while they arrive fast. */
  readonly acceptedSoFar: () => number;
  /** Called when an event changed. */
  readonly changed: (eventId: string) => void;
  /** Finishes work from before the start; it may take long, and runs in the background. */
  readonly catchUp: () => Promise<void>;
  /** True if this process plans events and decides which mappings are held; by default always. */
  readonly plans?: (() => boolean) | undefined;
  readonly report: (report: Report) => void;
  /** Where spans are recorded; by default nowhere. */
  readonly traces?: Traces | undefined;
}

/**
 * Another process plans the events accepted here. Checking for due calls after every webhook would find nothing, so
 * check at most every 25 ms.
 */
const plannedElsewhereMs = 25;

/** Makes a worker; it does nothing before `runOnce` or `start`. */
export function createWorker(options: WorkerOptions): Worker {
  const { time, report, plans = () => true } = options;
  let running = false;
  let stopping = false;
  let cycle: Promise<void> | undefined;
  let again = false;
  const troubles = createTroubles(report);
  let cancelTimer = () => {};
  const mayPlan = () => running && plans() && !planner.isBehind();
  const soon = onceIn(plannedElsewhereMs, time, wake);

  const { dispatcher, planner, probes, catchUp, round, ended, nextInMs } = createRounds(options, {
    isRunning: () => running,
    isStopping: () => stopping,
    wake,
  });

  /** Work that cannot be finished now is retried in the next round. */
  function catchUpBeside(): void {
    catchUp().catch(error => {
      if (!stopping) report({ what: 'could not resume work from before the restart', error });
    });
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
      probes.startDue();
      await round();
      waitMs = await nextInMs();
      troubles.over();
    } catch (error) {
      troubles.tell(error);
    }
    // A stop that waited for a round must leave no timer, which would keep the process alive.
    if (running) cancelTimer = time.after(waitMs, wake);
  }

  return {
    async runOnce() {
      await catchUp();
      probes.startDue();
      await probes.ended();
      const worked = await round();
      await dispatcher.drain();
      return worked > 0;
    },
    start() {
      running = true;
      wake();
    },
    wake,
    arriving: request =>
      arrivingEvents(mayPlan() && !request.importedRow ? request : undefined, {
        plan: each => planAtOnce(each, options.planning(), options.traces),
        destinations: options.destinations,
        dispatcher,
        wake: plans() ? wake : soon.ask,
      }),
    unwritten: dispatcher.unwritten,
    async stop(withinMs) {
      running = false;
      stopping = true;
      cancelTimer();
      soon.cancel();
      await cycle;
      return endsWithin(withinMs, Promise.all([dispatcher.drain(), ended()]), time);
    },
  };
}

/** Runs work some milliseconds after a request, once for all requests in between. */
function onceIn(ms: number, time: Pick<Time, 'after'>, work: () => void): { ask(): void; cancel(): void } {
  let cancel: (() => void) | undefined;
  return {
    ask() {
      cancel ??= time.after(ms, () => {
        cancel = undefined;
        work();
      });
    },
    cancel: () => cancel?.(),
  };
}

/** Logs why a round ended early: an unavailable store once, and never that another process owns the work now. */
function createTroubles(report: WorkerOptions['report']): { tell(error: unknown): void; over(): void } {
  let isStoreAway = false;
  return {
    tell(error) {
      const isAway = error instanceof StoreUnavailable;
      const isTold = (isAway && isStoreAway) || error instanceof NotOwner;
      if (!isTold) report(stopped(error));
      isStoreAway = isAway;
    },
    over() {
      isStoreAway = false;
    },
  };
}

/** An unavailable store is no fault of the program, so its message is logged. */
function stopped(error: unknown): Report {
  const what = 'worker failed, retrying';
  return error instanceof StoreUnavailable ? { what, details: { reason: error.message } } : { what, error };
}

/** True if the work ended within this many milliseconds. */
async function endsWithin(withinMs: number, work: Promise<unknown>, time: Time): Promise<boolean> {
  let cancel = () => {};
  const tooLate = new Promise<boolean>(resolve => {
    cancel = time.after(withinMs, () => resolve(false));
  });
  const ended = await Promise.race([work.then(() => true), tooLate]);
  cancel();
  return ended;
}
