import type { Catalog } from '../booking/catalog.ts';
import type { Client } from '../booking/client.ts';
import type { DestinationConfig } from '../config/config.ts';
import type { Decided } from '../inbox/settle.ts';
import { type DestinationRecord, StoreUnavailable } from '../inbox/store.ts';
import { createBreaker } from './breaker.ts';
import type { DestinationState } from './bridge.ts';
import type { CatalogHistory } from './catalog-history.ts';
import { createRate } from './rate.ts';
import type { Time } from './time.ts';

/**
 * One destination as an object with a state. `probing`: not looked at yet since the start or a pause; `open`: calls
 * leave; `held`: a fault of its own, probed until it is over; `paused`: by a person. The only probe is the read of
 * additionalCustomerFields (API document 4.3), never a customer's call.
 */
export interface Destination {
  readonly config: DestinationConfig;
  readonly client: Client;
  readonly catalog: Catalog;
  /** What changed in its live configuration. */
  readonly history: CatalogHistory;
  status(): DestinationStatus;
  /** How many calls may start now; 0 unless it is open. */
  room(): number;
  /** In how many milliseconds something may be possible that is not now; undefined: only after an event. */
  roomInMs(): number | undefined;
  /** Counts a call that starts, and one that ended. */
  started(): void;
  finished(): void;
  /** Draws the consequences of an outcome for the destination: holds, waits, the rate, the breaker. */
  note(outcome: Decided, lane: number): Promise<void>;
  /** Looks at the destination where that is due (or `now`); answers whether it is well, undefined: not due. */
  look(when: 'due' | 'now'): Promise<boolean | undefined>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface DestinationStatus {
  readonly state: DestinationState;
  readonly reason: string | null;
  /** Epoch milliseconds. */
  readonly since: number | null;
  readonly notBefore: number | null;
  readonly nextLookAt: number;
}

export interface DestinationOptions {
  readonly config: DestinationConfig;
  readonly client: Client;
  readonly catalog: Catalog;
  readonly history: CatalogHistory;
  readonly time: Time;
  readonly random: () => number;
  readonly restored: DestinationRecord | undefined;
  readonly save: (record: DestinationRecord) => Promise<void>;
  /** Called when calls may leave again, or no longer. */
  readonly changed: () => void;
}

const firstProbeMs = 5_000;
const lastProbeMs = 60_000;
/** The names in other languages matter for suggestions alone. */
const namesEveryMs = 24 * 60 * 60_000;
const namesAgainMs = 60 * 60_000;
const longestThrottleMs = 5 * 60_000;
/** So many bad looks in a row, though each may pass, are an outage. */
const badLooksToHold = 3;

/** Makes a destination in the state `probing` (or as it was held or paused before the process ended). */
export function createDestination(options: DestinationOptions): Destination {
  const { config, catalog, time, restored } = options;
  const rate = createRate(config.limits.perSecond);
  const breaker = createBreaker();
  let state: DestinationState = restored?.paused ? 'paused' : restored?.heldSince ? 'held' : 'probing';
  let since: number | null = restored?.heldSince ?? null;
  let reason: string | null = restored?.reason ?? null;
  let notBefore: number | null = restored?.notBefore ?? null;
  let inFlight = 0;
  let badLooks = 0;
  let throttled = 0;
  let nextLook = time.monotonic();
  let looksUnderWay = 0;
  let namesNotBefore = Number.NEGATIVE_INFINITY;
  let unsaved = false;

  async function enter(next: DestinationState, why: string | null): Promise<void> {
    const wasHeld = state === 'held';
    if (next === 'held' && !wasHeld) since = time.now();
    if (next !== 'held') since = next === 'paused' ? time.now() : null;
    if (next === 'open' && wasHeld) rate.startSlowly(time.monotonic());
    if (next === 'open') breaker.reset();
    state = next;
    reason = why;
    await save();
    options.changed();
  }

  /** A state that cannot be written now is in force all the same; it is written at the next look. */
  async function save(): Promise<void> {
    const record = {
      name: config.name,
      paused: state === 'paused',
      heldSince: state === 'held' ? since : null,
      reason,
      notBefore,
    };
    try {
      await options.save(record);
      unsaved = false;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      unsaved = true;
    }
  }

  /** Holds it for what a call showed: a look soon tells whether that is over. */
  async function hold(why: string): Promise<void> {
    if (state === 'open' || state === 'probing')
      nextLook = Math.min(nextLook, time.monotonic() + spread(firstProbeMs));
    await stayHeld(why);
  }

  /** Held, with the next look when it was due anyway: looks that go on being bad become rare. */
  async function stayHeld(why: string): Promise<void> {
    if (state === 'paused') return;
    if (state !== 'held' || reason !== why) await enter('held', why);
  }

  function spread(ms: number): number {
    return ms * (0.8 + 0.4 * options.random());
  }

  async function look(): Promise<boolean> {
    looksUnderWay += 1;
    const probe = await catalog.probe().finally(() => {
      looksUnderWay -= 1;
    });
    if (unsaved) await save();
    if (state === 'paused') return probe.good;
    if (probe.good) {
      badLooks = 0;
      nextLook = time.monotonic() + spread(config.catalog.refreshMs);
      if (state !== 'open') await enter('open', null);
      return true;
    }
    badLooks += 1;
    const waitMs = Math.min(lastProbeMs, firstProbeMs * 2 ** Math.min(badLooks - 1, 10));
    nextLook = time.monotonic() + spread(Math.max(waitMs, probe.retryAfterMs ?? 0));
    if (probe.hold || state === 'held' || badLooks >= badLooksToHold) await stayHeld(probe.reason);
    else if (state === 'probing') reason = probe.reason;
    return false;
  }

  async function learnNamesIfDue(): Promise<void> {
    const { namesReadAt = Number.NEGATIVE_INFINITY } = catalog.snapshot ?? {};
    if (time.now() - namesReadAt < namesEveryMs || time.monotonic() < namesNotBefore) return;
    namesNotBefore = time.monotonic() + namesAgainMs;
    await catalog.learnNames();
  }

  /** How long to wait where the destination asks for fewer calls and does not say for how long. */
  function growingWaitMs(): number {
    // Calls that were under way together are asked together.
    if ((notBefore ?? 0) <= time.now()) throttled += 1;
    return spread(Math.min(longestThrottleMs, 1_000 * 2 ** Math.max(0, Math.min(throttled - 1, 10))));
  }

  async function wait(ms: number): Promise<void> {
    notBefore = Math.max(notBefore ?? 0, time.now() + ms);
    await save();
    options.changed();
  }

  async function drawConsequences(outcome: Decided, lane: number): Promise<void> {
    if (outcome.kind === 'done') throttled = 0;
    if (outcome.kind === 'hold') return hold(outcome.reason);
    const fault = 'fault' in outcome && outcome.fault === true;
    if (breaker.note(lane, fault))
      return hold(
        `the destination fails for several people: ${outcome.kind === 'done' ? '' : reasonOf(outcome)}`,
      );
    if (outcome.kind === 'unknown' && outcome.hold !== undefined) return hold(outcome.hold);
    if (outcome.kind === 'again' && outcome.slower) rate.halve(time.monotonic());
    if (outcome.kind === 'again' && outcome.everyone) return wait(outcome.afterMs ?? growingWaitMs());
  }

  return {
    config,
    client: options.client,
    catalog,
    history: options.history,
    status: () => ({
      state,
      reason,
      since,
      notBefore: notBefore !== null && notBefore > time.now() ? notBefore : null,
      nextLookAt: time.now() + Math.max(0, nextLook - time.monotonic()),
    }),
    room() {
      if (state !== 'open' || catalog.snapshot === null || (notBefore ?? 0) > time.now()) return 0;
      return Math.min(config.limits.concurrency - inFlight, rate.room(time.monotonic()));
    },
    roomInMs() {
      if (state === 'paused') return undefined;
      // What a look shows, nobody knows before it ends: it may take as long as a request may.
      const lookIn = looksUnderWay > 0 ? undefined : Math.max(0, nextLook - time.monotonic());
      if (state !== 'open') return lookIn;
      const waitMs = Math.max(
        (notBefore ?? 0) - time.now(),
        rate.nextAt(time.monotonic()) - time.monotonic(),
      );
      return waitMs > 0 ? Math.min(lookIn ?? waitMs, waitMs) : lookIn;
    },
    started() {
      inFlight += 1;
      rate.take(time.monotonic());
    },
    finished() {
      inFlight -= 1;
    },
    async note(outcome, lane) {
      await drawConsequences(outcome, lane);
      // Held first, so that nothing more leaves while the connections are given up.
      if (outcome.row === 'A2') await options.client.disconnect();
    },
    async look(when) {
      if (when === 'due' && (state === 'paused' || time.monotonic() < nextLook)) return undefined;
      const wasOpen = state === 'open';
      const well = await look();
      // Not with the first look, which every call waits for.
      if (well && wasOpen && when === 'due') await learnNamesIfDue();
      return well;
    },
    pause: () => enter('paused', 'paused by a person'),
    async resume() {
      if (state === 'paused') await enter('probing', null);
      nextLook = time.monotonic();
      options.changed();
    },
  };
}

function reasonOf(outcome: Exclude<Decided, { kind: 'done' }>): string {
  return outcome.reason;
}
