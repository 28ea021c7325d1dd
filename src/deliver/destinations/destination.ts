import { failureRow, withNextStep } from '../../booking/answers/failure-table.ts';
import type { Catalog } from '../../booking/catalog/catalog.ts';
import type { ProvenToken } from '../../booking/catalog/proven-token.ts';
import type { Client } from '../../booking/http/client.ts';
import type { DestinationConfig } from '../../config/config.ts';
import type { DestinationRecord } from '../../inbox/destination-record.ts';
import type { Decided } from '../../inbox/settle.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import { createAskedWait } from './asked-wait.ts';
import { createBreaker } from './breaker.ts';
import type { CatalogHistory } from './catalog-history.ts';
import type { DestinationState } from './destination-state.ts';
import { tellHolds } from './tell-holds.ts';
import { createThrottle } from './throttle.ts';

/**
 * One destination as an object with a state. The only probe is the read of additionalCustomerFields (API document 4.3),
 * never a customer's call.
 */
export interface Destination {
  readonly config: DestinationConfig;
  readonly client: Client;
  readonly token: ProvenToken;
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
  /** The wall clock was moved: times that it remembers are so many milliseconds later. It is looked at at once where it is open. */
  clockMoved(byMs: number): void;
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
  readonly token: ProvenToken;
  readonly catalog: Catalog;
  readonly history: CatalogHistory;
  readonly time: Time;
  readonly random: () => number;
  readonly restored: DestinationRecord | undefined;
  readonly save: (record: DestinationRecord) => Promise<void>;
  /** Called when calls may leave again, or no longer. */
  readonly changed: () => void;
  /** How many calls wait for it; undefined where they cannot be counted now. */
  readonly waiting: () => Promise<number | undefined>;
  readonly report: (report: Report) => void;
}

const firstProbeMs = 5_000;
const lastProbeMs = 60_000;
/** The names in other languages matter for suggestions alone. */
const namesEveryMs = 24 * 60 * 60_000;
const namesAgainMs = 60 * 60_000;
/** So many bad looks in a row, though each may pass, are an outage. */
const badLooksToHold = 3;

/** Makes a destination in the state `probing` (or as it was held or paused before the process ended). */
export function createDestination(options: DestinationOptions): Destination {
  const { config, catalog, time, token, restored } = options;
  const throttle = createThrottle(config.limits, options.random);
  const breaker = createBreaker();
  const stopped = restored?.paused === true || Boolean(restored?.heldSince);
  const before = { stopped, since: restored?.heldSince ?? null };
  const teller = tellHolds(config.name, before, options.waiting, options.report);
  let state: DestinationState = restored?.paused ? 'paused' : restored?.heldSince ? 'held' : 'probing';
  /** Since when it fails: a person who pauses it meanwhile does not end that. */
  let failsSince: number | null = restored?.heldSince ?? null;
  let since: number | null = state === 'held' ? failsSince : null;
  let openedAt: number | null = restored?.openedAt ?? null;
  let reason: string | null = state === 'probing' ? null : (restored?.reason ?? null);
  const asked = createAskedWait(() => time.now(), {
    until: restored?.notBefore ?? null,
    reason: state === 'probing' ? (restored?.reason ?? null) : null,
  });
  let badLooks = 0;
  /** How often in a row it was held again before a single call had succeeded. */
  let relapses = 0;
  let nextLook = time.monotonic();
  let looksUnderWay = 0;
  let namesNotBefore = Number.NEGATIVE_INFINITY;
  let unsaved = false;
  if (state === 'paused') teller.stillPaused();
  if (openedAt !== null) {
    const now = time.monotonic();
    throttle.goOnSlowly(now - Math.max(0, time.now() - openedAt), now);
  }

  async function enter(next: DestinationState, why: string | null): Promise<void> {
    if (next === 'held') {
      failsSince ??= time.now();
      since = failsSince;
    } else {
      since = next === 'paused' ? time.now() : null;
    }
    if (next === 'open' && failsSince !== null) {
      openedAt = time.now();
      failsSince = null;
      throttle.startSlowly(time.monotonic());
    }
    if (next === 'open') breaker.reset();
    state = next;
    reason = why;
    if (next === 'paused') teller.paused();
    await save();
    options.changed();
    if (next === 'open') teller.goesOn();
  }

  /** A state that cannot be written now is in force all the same; it is written at the next look. */
  async function save(): Promise<void> {
    const record = {
      name: config.name,
      paused: state === 'paused',
      heldSince: state === 'held' || state === 'paused' ? failsSince : null,
      openedAt,
      reason: reason ?? asked.reason(),
      notBefore: waitsUntil(),
    };
    try {
      await options.save(record);
      unsaved = false;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      unsaved = true;
    }
  }

  /** Until when its calls wait, as people see it: it asked for that, or a look failed and the next one comes then. */
  function waitsUntil(): number | null {
    if (state !== 'probing' || badLooks === 0) return asked.until();
    return Math.max(asked.until() ?? 0, time.now() + Math.max(0, nextLook - time.monotonic()));
  }

  async function hold(row: string, why: string): Promise<void> {
    if (state === 'paused') return;
    if (state !== 'held') {
      // A good probe does not help where the calls themselves fail: then the probes become rare all the same.
      nextLook = time.monotonic() + spread(waitAfter(relapses));
      relapses += 1;
    }
    const full = withNextStep(row, why);
    if (state !== 'held' || reason !== full) await enter('held', full);
    teller.held(row, since);
  }

  function waitAfter(failures: number): number {
    return Math.min(lastProbeMs, firstProbeMs * 2 ** Math.min(failures, 10));
  }

  function spread(ms: number): number {
    return ms * (0.8 + 0.4 * options.random());
  }

  async function look(): Promise<boolean> {
    const probe = await catalog.probe();
    if (unsaved) await save();
    if (state === 'paused') return probe.good;
    if (probe.good) {
      token.prove();
      badLooks = 0;
      nextLook = time.monotonic() + spread(config.catalog.refreshMs);
      if (state !== 'open') await enter('open', null);
      return true;
    }
    badLooks += 1;
    if (probe.hold || state === 'held' || badLooks >= badLooksToHold) await hold(probe.row, probe.reason);
    else if (state === 'probing') reason = withNextStep(probe.row, probe.reason);
    nextLook = time.monotonic() + spread(Math.max(waitAfter(badLooks - 1), probe.retryAfterMs ?? 0));
    if (state === 'probing') await save();
    return false;
  }

  async function learnNamesIfDue(): Promise<void> {
    const { namesReadAt = Number.NEGATIVE_INFINITY } = catalog.snapshot ?? {};
    if (time.now() - namesReadAt < namesEveryMs || time.monotonic() < namesNotBefore) return;
    namesNotBefore = time.monotonic() + namesAgainMs;
    await catalog.learnNames();
  }

  async function wait(ms: number, row: string): Promise<void> {
    asked.ask(ms, row);
    await save();
    options.changed();
    tellWait(row);
  }

  function tellWait(row: string): void {
    const until = asked.until();
    if (until === null) return;
    const details = { destination: config.name, row, until: new Date(until).toISOString() };
    options.report({ what: 'destination asks to wait', details });
  }

  async function drawConsequences(outcome: Decided, lane: number): Promise<void> {
    if (outcome.kind === 'done') {
      throttle.succeeded();
      relapses = 0;
    }
    if (outcome.kind === 'hold') return hold(outcome.row, outcome.reason);
    const fault = 'fault' in outcome && outcome.fault === true;
    if (breaker.note(lane, fault)) {
      const last = outcome.kind === 'done' ? '' : outcome.reason;
      return hold(outcome.row, `the destination fails for several people: ${last}`);
    }
    if (outcome.kind === 'unknown' && outcome.hold !== undefined) return hold(outcome.row, outcome.hold);
    if (outcome.kind === 'again' && outcome.slower)
      return wait(throttle.slowDown(time.monotonic(), outcome.afterMs), outcome.row);
    const everyone = outcome.kind === 'unknown' || (outcome.kind === 'again' && outcome.everyone);
    if (everyone && outcome.afterMs !== undefined) return wait(outcome.afterMs, outcome.row);
  }

  /** Whether the token became another one; then it is looked at before anything else leaves. */
  function hasNewToken(): boolean {
    if (!token.isUnproven()) return false;
    state = 'probing';
    since = null;
    reason = 'its token is another one, which is tried by a probe first';
    nextLook = time.monotonic();
    options.changed();
    return true;
  }

  return {
    config,
    client: options.client,
    token,
    catalog,
    history: options.history,
    status: () => ({
      state,
      reason: reason ?? asked.reason(),
      since,
      notBefore: asked.until(),
      nextLookAt: time.now() + Math.max(0, nextLook - time.monotonic()),
    }),
    room() {
      if (state !== 'open' || catalog.snapshot === null || asked.until() !== null) return 0;
      const room = throttle.room(time.monotonic());
      return room > 0 && hasNewToken() ? 0 : room;
    },
    roomInMs() {
      if (state === 'paused') return undefined;
      // What a look shows, nobody knows before it ends: it may take as long as a request may.
      const lookIn = looksUnderWay > 0 ? undefined : Math.max(0, nextLook - time.monotonic());
      if (state !== 'open') return lookIn;
      const waitMs = Math.max(
        (asked.until() ?? 0) - time.now(),
        throttle.nextAt(time.monotonic()) - time.monotonic(),
      );
      return waitMs > 0 ? Math.min(lookIn ?? waitMs, waitMs) : lookIn;
    },
    started() {
      throttle.started(time.monotonic());
    },
    finished: throttle.finished,
    async note(outcome, lane) {
      await drawConsequences(outcome, lane);
      // Held first, so that nothing more leaves while the connections are given up.
      if (failureRow(outcome.row)?.disconnects) await options.client.disconnect();
    },
    async look(when) {
      if (when === 'due' && (state === 'paused' || time.monotonic() < nextLook)) return undefined;
      // The names belong to the look: none is begun before they are read, even if it becomes due meanwhile.
      looksUnderWay += 1;
      try {
        const wasOpen = state === 'open';
        const well = await look();
        // Not with the first look, which every call waits for.
        if (well && wasOpen && when === 'due') await learnNamesIfDue();
        return well;
      } finally {
        looksUnderWay -= 1;
      }
    },
    pause: () => enter('paused', 'paused by a person'),
    async resume() {
      if (state === 'paused') await enter('probing', null);
      nextLook = time.monotonic();
      options.changed();
    },
    clockMoved(byMs) {
      if (since !== null) since += byMs;
      if (failsSince !== null) failsSince += byMs;
      asked.clockMoved(byMs);
      if (openedAt !== null) openedAt += byMs;
      // An answer tells whether the clock is right now; one that is held is not knocked at more often for that.
      if (state === 'open') nextLook = time.monotonic();
    },
  };
}
