import type { Catalog } from '../../booking/catalog/catalog.ts';
import type { ProvenToken } from '../../booking/catalog/proven-token.ts';
import type { Client } from '../../booking/http/client.ts';
import type { DestinationConfig } from '../../config/config.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { DestinationRecord } from '../../inbox/destination-record.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import type { CatalogHistory } from './catalog-history.ts';
import { asksToWait, recordOf, restoreMachine } from './destination-machine.ts';
import type { DestinationState } from './destination-state.ts';
import { type DestinationEffect, type DestinationEvent, step } from './destination-step.ts';
import { createHoldLog } from './hold-log.ts';
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
  /** Probes the destination where that is due (or `now`); answers whether it is well, undefined: not due. */
  probe(when: 'due' | 'now'): Promise<boolean | undefined>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** The wall clock was moved: times that it remembers are so many milliseconds later. It is probed at once where it is open. */
  clockMoved(byMs: number): void;
}

export interface DestinationStatus {
  readonly state: DestinationState;
  readonly reason: string | null;
  /** Epoch milliseconds. */
  readonly since: number | null;
  readonly notBefore: number | null;
  readonly nextProbeAt: number;
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

/** The names in other languages matter for suggestions alone. */
const namesEveryMs = 24 * 60 * 60_000;
const namesAgainMs = 60 * 60_000;

/**
 * Makes a destination in the state `probing` (or as it was held or paused before the process ended). What happens to it
 * is decided by its state machine; here it meets the world.
 */
export function createDestination(options: DestinationOptions): Destination {
  const { config, client, catalog, time, token, restored } = options;
  const throttle = createThrottle(config.limits, options.random);
  let machine = restoreMachine(restored, time.monotonic());
  const before = { stopped: machine.state !== 'probing', since: restored?.heldSince ?? null };
  const holdLog = createHoldLog(config.name, before, options.waiting, options.report);
  let probesUnderWay = 0;
  let namesNotBefore = Number.NEGATIVE_INFINITY;
  let unsaved = false;
  if (machine.state === 'paused') holdLog.stillPaused();
  if (machine.openedAt !== null) {
    const now = time.monotonic();
    throttle.resumeSlowStart(now - Math.max(0, time.now() - machine.openedAt), now);
  }

  /** The new state is in force at once; resolves when all that it asks for is done. */
  async function happen(event: DestinationEvent): Promise<void> {
    const { next, effects } = step(machine, event, {
      now: time.now(),
      monotonic: time.monotonic(),
      random: options.random,
      refreshMs: config.catalog.refreshMs,
    });
    machine = next;
    for (const effect of effects) {
      const done = perform(effect);
      // What can be done at once is done before anybody else sees the new state.
      if (done) await done;
    }
  }

  function perform(effect: DestinationEffect): Promise<void> | void {
    switch (effect.kind) {
      case 'save':
        return save();
      case 'notify':
        return options.changed();
      case 'prove-token':
        return token.prove();
      case 'slow-start':
        return throttle.slowStart(time.monotonic());
      case 'disconnect':
        return client.disconnect();
      case 'log-held':
        return holdLog.held(effect.row, effect.since);
      case 'log-paused':
        return holdLog.paused();
      case 'log-open':
        return holdLog.opened();
      case 'log-wait':
        return reportWait(effect);
    }
  }

  /** A state that cannot be written now is in force all the same; it is written at the next probe. */
  async function save(): Promise<void> {
    const at = { now: time.now(), monotonic: time.monotonic() };
    try {
      await options.save(recordOf(config.name, machine, at));
      unsaved = false;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      unsaved = true;
    }
  }

  function reportWait({ row, until }: { readonly row: string; readonly until: number }): void {
    const details = { destination: config.name, row, until: isoTime(until) };
    options.report({ what: 'destination asks to wait', details });
  }

  async function probeNow(): Promise<boolean> {
    const seen = await catalog.probe();
    if (unsaved) await save();
    await happen({ kind: 'probed', probe: seen });
    return seen.good;
  }

  async function learnNamesIfDue(): Promise<void> {
    const { namesReadAt = Number.NEGATIVE_INFINITY } = catalog.snapshot ?? {};
    if (time.now() - namesReadAt < namesEveryMs || time.monotonic() < namesNotBefore) return;
    namesNotBefore = time.monotonic() + namesAgainMs;
    await catalog.learnNames();
  }

  /** How long an answer asks everyone to wait; where it asks for fewer calls, there are fewer from here on. */
  function askedWaitMs(outcome: Decided): number | undefined {
    if (outcome.kind === 'again' && outcome.slower)
      return throttle.slowDown(time.monotonic(), outcome.afterMs);
    const everyone = outcome.kind === 'unknown' || (outcome.kind === 'again' && outcome.everyone);
    return everyone ? outcome.afterMs : undefined;
  }

  return {
    config,
    client,
    token,
    catalog,
    history: options.history,
    status() {
      const { state, reason, since, nextProbeAt } = machine;
      const wait = asksToWait(machine, time.now());
      return {
        state,
        reason: reason ?? wait?.reason ?? null,
        since,
        notBefore: wait?.until ?? null,
        nextProbeAt: time.now() + Math.max(0, nextProbeAt - time.monotonic()),
      };
    },
    room() {
      if (machine.state !== 'open' || catalog.snapshot === null || asksToWait(machine, time.now())) return 0;
      const room = throttle.room(time.monotonic());
      if (room <= 0 || !token.isUnproven()) return room;
      void happen({ kind: 'token-changed' });
      return 0;
    },
    roomInMs() {
      if (machine.state === 'paused') return undefined;
      // What a probe shows, nobody knows before it ends: it may take as long as a request may.
      const probeIn = probesUnderWay > 0 ? undefined : Math.max(0, machine.nextProbeAt - time.monotonic());
      if (machine.state !== 'open') return probeIn;
      const now = time.now();
      const waitMs = Math.max(
        (asksToWait(machine, now)?.until ?? 0) - now,
        throttle.nextAt(time.monotonic()) - time.monotonic(),
      );
      return waitMs > 0 ? Math.min(probeIn ?? waitMs, waitMs) : probeIn;
    },
    started() {
      throttle.started(time.monotonic());
    },
    finished: throttle.finished,
    async note(outcome, lane) {
      if (outcome.kind === 'done') throttle.succeeded();
      await happen({ kind: 'called', outcome, lane, waitMs: askedWaitMs(outcome) });
    },
    async probe(when) {
      if (when === 'due' && (machine.state === 'paused' || time.monotonic() < machine.nextProbeAt))
        return undefined;
      // The names belong to the probe: none is begun before they are read, even if it becomes due meanwhile.
      probesUnderWay += 1;
      try {
        const wasOpen = machine.state === 'open';
        const well = await probeNow();
        // Not with the first one, which every call waits for.
        if (well && wasOpen && when === 'due') await learnNamesIfDue();
        return well;
      } finally {
        probesUnderWay -= 1;
      }
    },
    pause: () => happen({ kind: 'paused' }),
    resume: () => happen({ kind: 'resumed' }),
    clockMoved(byMs) {
      void happen({ kind: 'clock-moved', byMs });
    },
  };
}
