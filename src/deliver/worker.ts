import type { SourceConfig } from '../config/config.ts';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { PlannableEvent } from '../inbox/event.ts';
import type { EventPlan } from '../inbox/plan.ts';
import { type Claim, type Store, StoreUnavailable } from '../inbox/store.ts';
import { findItemsAgain } from '../receive/find-items-again.ts';
import type { ClockFollower } from './clock-follower.ts';
import { deliverCall } from './deliver-call.ts';
import type { Destination } from './destination.ts';
import type { MappingHolds } from './mapping-holds.ts';
import type { MappingSet } from './mapping-set.ts';
import { type Planned, planEvent } from './plan-event.ts';
import type { Report } from './report.ts';
import type { Time } from './time.ts';

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
  readonly source: (name: string) => SourceConfig | undefined;
  readonly clock: ClockFollower;
  readonly time: Time;
  readonly random: () => number;
  /** How many webhooks were taken in so far: planning gives way while they come fast. */
  readonly takenIn: () => number;
  /** An event changed. */
  readonly changed: (eventId: string) => void;
  readonly report: (report: Report) => void;
}

const planBatch = 64;
/** What is planned by then is written, though the batch is not at its end: dear events keep the others waiting least. */
const longBatchMs = 250;
/** So long planning goes on before everything else has its turn. */
const turnEveryMs = 20;
/**
 * Where webhooks come faster than this while a batch is planned, their senders wait for the disk in a crowd: planning
 * then pauses so many times as long as the batch took, but no longer than that. What was accepted is safe and can
 * wait; a sender that gets no answer in time may not come again.
 */
const crowdPerMs = 2;
const giveWayTimes = 19;
const giveWayAtMostMs = 500;
const idleMs = 1_000;
const storeRetryMs = 1_000;
const expireEveryMs = 30_000;

/** Makes a worker; it does nothing before `runOnce` or `start`. */
export function createWorker(options: WorkerOptions): Worker {
  const { store, mappings, holds, destinations, time } = options;
  const inFlight = new Set<Promise<void>>();
  const looking = new Map<Destination, Promise<void>>();
  const claimingSoon = new Set<Destination>();
  /** How many events are read to be planned: fewer while they are dear. */
  let batchSize = planBatch;
  let unwritten = 0;
  let claiming = 0;
  let expireAt = time.monotonic();
  let running = false;
  let stopping = false;
  let cycle: Promise<void> | undefined;
  let again = false;
  let cancelTimer = () => {};

  async function plan(): Promise<number> {
    const events = await store.plannable(batchSize);
    if (events.length === 0) return 0;
    const planning = {
      mappings,
      source: options.source,
      destination: (name: string) => {
        const destination = destinations.get(name);
        return destination && { config: destination.config, catalog: destination.catalog.snapshot };
      },
      findLink: store.findLink,
      now: time.now(),
    };
    const plans: EventPlan[] = [];
    const startedAt = time.monotonic();
    let turnedAt = startedAt;
    let done = 0;
    for (const event of events) {
      const planned = await (event.unread ? takeApart(event) : planEvent(event, planning)).catch(error =>
        unplanned(event, error),
      );
      for (const hold of planned?.holds ?? []) await holds.hold(hold);
      if (planned) plans.push(planned.plan);
      done += 1;
      if (time.monotonic() - startedAt > longBatchMs) break;
      if (time.monotonic() - turnedAt < turnEveryMs) continue;
      await new Promise<void>(resolve => setImmediate(resolve));
      turnedAt = time.monotonic();
    }
    await store.plan(plans);
    batchSize = done < events.length ? done : Math.min(planBatch, 2 * batchSize);
    for (const { id } of events.slice(0, done)) options.changed(id);
    return done;
  }

  /** Has the events of a webhook found that could not be found when it came; each is planned in its turn. */
  async function takeApart(event: PlannableEvent): Promise<Planned | undefined> {
    await store.takeApart(event, await findItemsAgain(options.source(event.source), event));
    return undefined;
  }

  /** A fault of this program makes one event fail; the others are planned all the same. */
  function unplanned(event: PlannableEvent, error: unknown): Planned {
    if (error instanceof StoreUnavailable) throw error;
    options.report({ what: 'an event could not be planned', error });
    const reason = 'this program failed while it planned the event';
    const hint = 'please report this; the event can be replayed once the program is mended';
    const diagnostics = [diagnostic('mapping/program-failed', reason, { hint })];
    return { plan: { event, calls: [], outcome: { status: 'failed', reason, diagnostics } }, holds: [] };
  }

  /** Claims what a destination has room for; the calls run on by themselves. */
  async function claim(destination: Destination): Promise<number> {
    const room = stopping || unwritten > 0 || options.clock.isWaiting() ? 0 : destination.room();
    if (room <= 0) return 0;
    const wish = { destination: destination.config.name, now: time.now(), limit: room };
    claiming += 1;
    const claims = await store.claim(wish).finally(() => {
      claiming -= 1;
    });
    for (const each of claims) {
      destination.started();
      const delivery = deliver(each, destination)
        .catch(error => options.report({ what: 'the result of a call could not be written', error }))
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
        options.report({ what: 'a call could not be worked on', error });
      await new Promise<void>(resolve => time.after(storeRetryMs, resolve));
      store.release(claimed);
      return;
    }
    const { hold, outcome } = delivered;
    if (hold) await untilWritten(() => holds.hold(hold));
    if (outcome) await destination.note(outcome, claimed.lane);
    await untilWritten(() => store.settle(claimed, delivered.progress, delivered.attempt));
    options.changed(claimed.eventId);
  }

  /** Keeps a result in memory and tries to write it until that succeeds. */
  async function untilWritten(write: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await write();
        if (tries > 0) unwritten -= 1;
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (tries === 0) unwritten += 1;
        if (tries === 0 && unwritten === 1) tellUnwritten(error);
        await new Promise<void>(resolve => time.after(storeRetryMs, resolve));
      }
    }
  }

  /** Once for all that fail together, and until all of them are written. */
  function tellUnwritten(error: unknown): void {
    setImmediate(() =>
      options.report({
        what: 'results of calls cannot be written yet; they are kept, and nothing more is sent until they are written',
        error,
        details: { waiting: unwritten },
      }),
    );
  }

  /** Starts the looks that are due; they run on by themselves. */
  function look(destination: Destination): void {
    if (looking.has(destination)) return;
    const looked = destination
      .look('due')
      .then(result => {
        if (result !== undefined && running) wake();
      })
      .catch(error => options.report({ what: `${destination.config.name} could not be looked at`, error }))
      .finally(() => looking.delete(destination));
    looking.set(destination, looked);
  }

  async function expire(): Promise<void> {
    if (time.monotonic() < expireAt) return;
    expireAt = time.monotonic() + expireEveryMs;
    await store.expire(time.now());
  }

  async function planAll(): Promise<number> {
    let planned = 0;
    for (;;) {
      const started = time.monotonic();
      const before = options.takenIn();
      const count = await plan();
      planned += count;
      if (count === 0 || stopping) return planned;
      const tookMs = time.monotonic() - started;
      for (const destination of destinations.values()) await claim(destination);
      if (options.takenIn() - before < crowdPerMs * tookMs) continue;
      const pauseMs = Math.min(giveWayAtMostMs, giveWayTimes * tookMs);
      await new Promise<void>(resolve => time.after(pauseMs, resolve));
    }
  }

  async function round(): Promise<number> {
    await options.clock.followIfIdle(() => inFlight.size === 0 && claiming === 0);
    await holds.settle();
    await expire();
    const planned = await planAll();
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
    const waits = [expireEveryMs];
    for (const destination of destinations.values()) {
      const roomIn = destination.roomInMs();
      if (destination.room() > 0) {
        const due = await store.nextDueAt(destination.config.name);
        if (due !== undefined) waits.push(due - time.now());
      }
      if (roomIn !== undefined) waits.push(roomIn);
    }
    return Math.max(1, Math.min(...waits));
  }

  return {
    async runOnce() {
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
    unwritten: () => unwritten,
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
