import type { Catalog } from '../../booking/catalog/catalog.ts';
import type { ProvenToken } from '../../booking/catalog/proven-token.ts';
import type { Client } from '../../booking/http/client.ts';
import type { DestinationConfig } from '../../config/config.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { DestinationRecord, StateCause } from '../../inbox/destination-record.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import type { CatalogHistory } from './catalog-history.ts';
import { createDestinationEffects, type DestinationEffects } from './destination-effects.ts';
import { asksToWait, type DestinationMachine, restoreMachine } from './destination-machine.ts';
import type { DestinationMetrics } from './destination-metrics.ts';
import type { DestinationState } from './destination-state.ts';
import { type DestinationEvent, destinationStep } from './destination-step.ts';
import { createFaultCount, type FaultsInARow } from './faults-in-a-row.ts';
import { createHoldLog, type HoldLog } from './hold-log.ts';
import { noteEnd } from './note-end.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/**
 * One destination with its state. Its only probe is the read of additionalCustomerFields (API document 4.3), never a
 * customer's call.
 */
export interface Destination {
  readonly config: DestinationConfig;
  readonly client: Client;
  readonly token: ProvenToken;
  readonly catalog: Catalog;
  /** The changes in its live configuration. */
  readonly history: CatalogHistory;
  readonly figures: DestinationMetrics;
  status(): DestinationStatus;
  /** Returns the number of calls that may start now; 0 unless it is open. */
  room(): number;
  /** True if its concurrency limit is reached: the end of a call frees a slot. */
  isFull(): boolean;
  /** Returns the milliseconds until calls or probes may become possible; undefined: only after an event. */
  roomInMs(): number | undefined;
  /** Counts a call that starts, and one that ended. */
  started(): void;
  finished(): void;
  /** Applies the consequences of an outcome to the destination: holds, waits, the rate, the breaker. */
  note(outcome: Decided, lane: number): Promise<void>;
  /** Probes the destination if a probe is due (or `now`); returns true if it succeeds; undefined: not due. */
  probe(when: 'due' | 'now'): Promise<boolean | undefined>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Another process takes over: this one sends no calls and no probes, and shows the state that the other one stores.
   */
  follow(record: DestinationRecord | undefined): void;
  /** True if its state could not be stored yet. */
  isUnsaved(): boolean;
  /** This process takes over, and begins as after a start. */
  lead(record: DestinationRecord | undefined): void;
  /** Moves stored times by this many milliseconds, with the wall clock. An open destination is probed at once. */
  clockMoved(byMs: number): void;
}

export interface DestinationStatus {
  readonly state: DestinationState;
  readonly cause: StateCause | null;
  /** Epoch milliseconds. */
  readonly since: number | null;
  readonly notBefore: number | null;
  readonly nextProbeAt: number;
  /** The consecutive faults up to now; undefined: none, or another process delivers there. */
  readonly faults: FaultsInARow | undefined;
}

export interface DestinationOptions {
  readonly config: DestinationConfig;
  readonly client: Client;
  readonly token: ProvenToken;
  readonly catalog: Catalog;
  readonly history: CatalogHistory;
  readonly figures: DestinationMetrics;
  readonly time: Time;
  readonly random: () => number;
  readonly restored: DestinationRecord | undefined;
  /** True if another process delivers to it at the start. */
  readonly followed?: boolean;
  readonly save: (record: DestinationRecord) => Promise<void>;
  /** Makes calls due now that had to wait until that time or earlier. Epoch milliseconds. */
  readonly hasten: (until: number) => Promise<void>;
  /** Called when calls may be sent again, or no longer. */
  readonly changed: () => void;
  /** Returns the number of waiting calls; undefined if they cannot be counted now. */
  readonly waiting: () => Promise<number | undefined>;
  readonly report: (report: Report) => void;
}

/**
 * Makes a destination in the state `probing` (or held or paused as stored). Its state machine decides; this function
 * connects it with the client, the store and the log.
 */
export function createDestination(options: DestinationOptions): Destination {
  const { config, client, catalog, time, token } = options;
  const throttle = createThrottle(config.limits, options.random);
  let machine = restoreMachine(options.restored, time.monotonic());
  const holdLog = restoreHoldLog(machine, options);
  const effects = createDestinationEffects(options, { machine: () => machine, throttle, holdLog });
  const faults = createFaultCount();
  let isFollowed = options.followed ?? false;
  resumeSlowStart(machine, throttle, time);

  /** Puts the new state in force at once; resolves when all its effects are done. */
  async function happen(event: DestinationEvent): Promise<void> {
    // Calls that still end here do not concern the process that owns the destination now.
    if (isFollowed) return;
    const { next, effects: asked } = destinationStep(machine, event, {
      now: time.now(),
      monotonic: time.monotonic(),
      random: options.random,
      refreshMs: config.catalog.refreshMs,
    });
    if (next.state === 'held' && machine.state !== 'held') options.figures.holds.value += 1;
    machine = next;
    for (const effect of asked) {
      const done = effects.perform(effect);
      // Immediate work is done before other code sees the new state.
      if (done) await done;
    }
  }

  const probing = createProbing(options, effects, { machine: () => machine, happen });

  return {
    config,
    client,
    token,
    catalog,
    history: options.history,
    figures: options.figures,
    status: () => ({ ...statusOf(machine, time), faults: faults.inARow() }),
    room() {
      if (isFollowed || machine.state !== 'open') return 0;
      if (catalog.snapshot === null || asksToWait(machine, time.now())) return 0;
      const room = throttle.room(time.monotonic());
      if (room <= 0 || !token.isUnproven()) return room;
      void happen({ kind: 'token-changed' });
      return 0;
    },
    isFull: () => throttle.isFull(time.monotonic()),
    roomInMs: () => (isFollowed ? undefined : roomInMs(machine, probing.underWay(), throttle, time)),
    started: () => throttle.started(time.monotonic()),
    finished: throttle.finished,
    note(outcome, lane) {
      noteEnd(outcome, { throttle, faults }, time);
      return happen({ kind: 'called', outcome, lane, waitMs: requestedWaitMs(outcome, throttle, time) });
    },
    async probe(when) {
      const isDue = machine.state !== 'paused' && time.monotonic() >= machine.nextProbeAt;
      return isFollowed || (when === 'due' && !isDue) ? undefined : probing.probe(when);
    },
    follow(record) {
      isFollowed = true;
      faults.clear();
      machine = followedMachine(record, catalog, time);
    },
    isUnsaved: effects.isUnsaved,
    lead(record) {
      if (!isFollowed) return;
      isFollowed = false;
      machine = restoreMachine(record, time.monotonic());
      resumeSlowStart(machine, throttle, time);
      options.changed();
    },
    pause: () => happen({ kind: 'paused' }),
    resume: () => happen({ kind: 'resumed' }),
    clockMoved: byMs => void happen({ kind: 'clock-moved', byMs }),
  };
}

/** Probes a destination, and passes the result to its machine. */
function createProbing(
  options: DestinationOptions,
  effects: DestinationEffects,
  own: {
    readonly machine: () => DestinationMachine;
    readonly happen: (event: DestinationEvent) => Promise<void>;
  },
): { probe(when: 'due' | 'now'): Promise<boolean>; underWay(): number } {
  const learnNames = namesLearner(options);
  let underWay = 0;

  async function probeNow(): Promise<boolean> {
    const seen = await options.catalog.probe();
    if (effects.isUnsaved()) await effects.perform({ kind: 'save' });
    await own.happen({ kind: 'probed', probe: seen });
    return seen.good;
  }

  return {
    underWay: () => underWay,
    async probe(when) {
      // Reading the names is part of the probe: no other probe begins before it ends, even if one becomes due.
      underWay += 1;
      try {
        const wasOpen = own.machine().state === 'open';
        const well = await probeNow();
        // Not with the first probe, because every call waits for it.
        if (well && wasOpen && when === 'due') await learnNames();
        return well;
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** Returns the log of its holds, which continues the log of the previous process. */
function restoreHoldLog({ state }: DestinationMachine, options: DestinationOptions): HoldLog {
  const before = { stopped: state !== 'probing', since: options.restored?.heldSince ?? null };
  const holdLog = createHoldLog(options.config.name, before, options.waiting, options.report);
  if (state === 'paused') holdLog.stillPaused();
  return holdLog;
}

function resumeSlowStart({ openedAt }: DestinationMachine, throttle: Throttle, time: Time): void {
  if (openedAt === null) return;
  const now = time.monotonic();
  throttle.resumeSlowStart(now - Math.max(0, time.now() - openedAt), now);
}

/** Names in other languages are used only for suggestions, so they are read rarely. */
const namesEveryMs = 24 * 60 * 60_000;
const namesAgainMs = 60 * 60_000;

/** Returns a function that reads the names in other languages if that is due. */
function namesLearner({ catalog, time }: DestinationOptions): () => Promise<void> {
  let notBefore = Number.NEGATIVE_INFINITY;
  return async () => {
    const { namesReadAt = Number.NEGATIVE_INFINITY } = catalog.snapshot ?? {};
    if (time.now() - namesReadAt < namesEveryMs || time.monotonic() < notBefore) return;
    notBefore = time.monotonic() + namesAgainMs;
    await catalog.learnNames();
  };
}

function statusOf(machine: DestinationMachine, time: Time): Omit<DestinationStatus, 'faults'> {
  const { state, cause, since, nextProbeAt } = machine;
  const wait = asksToWait(machine, time.now());
  return {
    state,
    cause: cause ?? wait?.cause ?? null,
    since,
    notBefore: wait?.until ?? null,
    nextProbeAt: time.now() + Math.max(0, nextProbeAt - time.monotonic()),
  };
}

function roomInMs(
  machine: DestinationMachine,
  probesUnderWay: number,
  throttle: Throttle,
  time: Time,
): number | undefined {
  if (machine.state === 'paused') return undefined;
  // The result of a probe is unknown before it ends, which may take as long as a request.
  const probeIn = probesUnderWay > 0 ? undefined : Math.max(0, machine.nextProbeAt - time.monotonic());
  if (machine.state !== 'open') return probeIn;
  const now = time.now();
  const waitMs = Math.max(
    (asksToWait(machine, now)?.until ?? 0) - now,
    throttle.nextAt(time.monotonic()) - time.monotonic(),
  );
  return waitMs > 0 ? Math.min(probeIn ?? waitMs, waitMs) : probeIn;
}

/** Returns the state that another process stored. Nothing is stored for a destination that is open or probed first. */
function followedMachine(
  record: DestinationRecord | undefined,
  catalog: Catalog,
  time: Time,
): DestinationMachine {
  const seen = restoreMachine(record, time.monotonic());
  return seen.state === 'probing' && catalog.snapshot ? { ...seen, state: 'open' } : seen;
}

/**
 * Returns the wait that a response requests for all calls, in milliseconds. If it asks for fewer calls, lowers the
 * rate.
 */
function requestedWaitMs(outcome: Decided, throttle: Throttle, time: Time): number | undefined {
  if (outcome.kind === 'again' && outcome.slower) return throttle.slowDown(time.monotonic(), outcome.afterMs);
  const everyone = outcome.kind === 'unknown' || (outcome.kind === 'again' && outcome.everyone);
  return everyone ? outcome.afterMs : undefined;
}
