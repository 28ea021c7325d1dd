import { causeOf, failureRow, fixedCause } from '../../booking/answers/failure-table.ts';
import type { Probe } from '../../booking/catalog/catalog.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { StateCause } from '../../inbox/destination-record.ts';
import { isOutage, withResult } from './breaker.ts';
import type { DestinationMachine, Instant } from './destination-machine.ts';
import type { DestinationState, StateCode } from './destination-state.ts';

/** An event for a destination. */
export type DestinationEvent =
  | { readonly kind: 'probed'; readonly probe: Probe }
  /** A call ended. `waitMs`: the wait that the response requests for all calls. */
  | {
      readonly kind: 'called';
      readonly outcome: Decided;
      readonly lane: number;
      readonly waitMs: number | undefined;
    }
  /** The token changed: it is probed before anything else is sent. */
  | { readonly kind: 'token-changed' }
  /** A person did it. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  /** The wall clock was moved: stored times move forward by this many milliseconds. */
  | { readonly kind: 'clock-moved'; readonly byMs: number };

/** The effects of a step, in this order. */
export type DestinationEffect =
  | { readonly kind: 'save' }
  /** Calls may be sent again, or no longer. */
  | { readonly kind: 'notify' }
  | { readonly kind: 'prove-token' }
  /** Calls start slowly, after an outage. */
  | { readonly kind: 'slow-start' }
  /** Calls that had to wait until that time become due now. Epoch milliseconds. */
  | { readonly kind: 'hasten'; readonly until: number }
  /** Its open connections are closed. */
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'log-held'; readonly row: string; readonly since: number | null }
  | { readonly kind: 'log-paused' }
  | { readonly kind: 'log-open' }
  | { readonly kind: 'log-wait'; readonly row: string; readonly until: number };

/** The state after an event, and its effects. */
export interface DestinationStep {
  readonly next: DestinationMachine;
  readonly effects: readonly DestinationEffect[];
}

/** The data of a step besides the state and the event. */
export interface Moment extends Instant {
  /** Returns numbers in [0, 1). */
  readonly random: () => number;
  /** The interval between probes of an open destination, in milliseconds. */
  readonly refreshMs: number;
}

const firstProbeMs = 2_000;
/** The probe interval while it is open: short failures of probes alone must not hold it within seconds. */
const whileOpenMs = 5_000;
const lastProbeMs = 60_000;
/**
 * The wait before the next probe as a share of the outage so far: a short outage is noticed soon when it ends, and a
 * long one is not probed often.
 */
const probeShare = 0.4;
/** A hold within this time after it was opened continues the previous outage. */
const relapseWithinMs = 5 * 60_000;
/** After this many holds without a successful call, the log reports it as open only after a call succeeds. */
const relapsesToDoubt = 2;
/** The number of consecutive failed probes that count as an outage, even if each may be temporary. */
const badProbesToHold = 3;

/** Returns the next state of a destination for an event. This pure function is its whole state machine. */
export function destinationStep(
  machine: DestinationMachine,
  event: DestinationEvent,
  at: Moment,
): DestinationStep {
  switch (event.kind) {
    case 'probed':
      return event.probe.good ? probedWell(machine, at) : probedBadly(machine, event.probe, at);
    case 'called': {
      const called = afterCall(machine, event, at);
      if (!failureRow(event.outcome.row)?.disconnects) return called;
      // The hold comes first, so that nothing more is sent while the connections are closed.
      return { next: called.next, effects: [...called.effects, { kind: 'disconnect' }] };
    }
    case 'token-changed': {
      const next = {
        ...machine,
        state: 'probing',
        since: null,
        cause: newToken,
        nextProbeAt: at.monotonic,
      } as const;
      return { next, effects: [{ kind: 'notify' }] };
    }
    case 'paused':
      return enter(machine, 'paused', pausedByPerson, at);
    case 'resumed':
      return resumed(machine, at);
    case 'clock-moved':
      return { next: moved(machine, event.byMs, at), effects: [] };
  }
}

const newToken: StateCause = {
  code: 'token-changed' satisfies StateCode,
  reason: 'its token is another one, which is tried by a probe first',
};
const pausedByPerson: StateCause = {
  code: 'paused-by-person' satisfies StateCode,
  reason: 'paused by a person',
};

/** A resume by a person also ends the wait that a response requested. */
function resumed(machine: DestinationMachine, at: Moment): DestinationStep {
  const { retryAfter } = machine;
  const next = { ...machine, nextProbeAt: at.monotonic, retryAfter: null };
  const { next: entered, effects } =
    next.state === 'paused'
      ? enter(next, 'probing', null, at)
      : { next, effects: [{ kind: 'notify' } as const] };
  if (retryAfter === null) return { next: entered, effects };
  return {
    next: entered,
    effects: [{ kind: 'save' }, { kind: 'hasten', until: retryAfter.until }, ...effects],
  };
}

function probedWell(machine: DestinationMachine, at: Moment): DestinationStep {
  if (machine.state === 'paused') return { next: machine, effects: [] };
  const well = { ...machine, badProbes: 0, nextProbeAt: at.monotonic + spread(at.refreshMs, at) };
  const { next, effects } = machine.state === 'open' ? staysOpen(well, at) : enter(well, 'open', null, at);
  return { next, effects: [{ kind: 'prove-token' }, ...effects] };
}

/** Ends the suspicion of a relapse after a while, even if no call was sent. */
function staysOpen(machine: DestinationMachine, { now }: Moment): DestinationStep {
  return mayRelapse(machine, now) ? { next: machine, effects: [] } : recovered(machine);
}

/** Resets the relapses. The log line that it is open may still be missing. */
function recovered(machine: DestinationMachine): DestinationStep {
  const isUnsaid = machine.state === 'open' && machine.relapses >= relapsesToDoubt;
  return {
    next: { ...machine, relapses: 0, hadFailedSince: null },
    effects: isUnsaid ? [{ kind: 'log-open' }] : [],
  };
}

function probedBadly(
  machine: DestinationMachine,
  probe: Extract<Probe, { good: false }>,
  at: Moment,
): DestinationStep {
  if (machine.state === 'paused') return { next: machine, effects: [] };
  const bad = { ...machine, badProbes: machine.badProbes + 1 };
  const isOver = probe.hold || bad.state === 'held' || bad.badProbes >= badProbesToHold;
  const { next, effects } = isOver
    ? hold(bad, probe.row, probe.reason, at)
    : {
        next: bad.state === 'probing' ? { ...bad, cause: causeOf(probe.row, probe.reason) } : bad,
        effects: [],
      };
  const waitMs = Math.max(probeAfterMs(next, at), probe.retryAfterMs ?? 0);
  return {
    next: { ...next, nextProbeAt: at.monotonic + spread(waitMs, at) },
    effects: next.state === 'probing' ? [...effects, { kind: 'save' }] : effects,
  };
}

function afterCall(
  machine: DestinationMachine,
  { outcome, lane, waitMs }: Extract<DestinationEvent, { kind: 'called' }>,
  at: Moment,
): DestinationStep {
  if (outcome.kind === 'hold') return hold(machine, outcome.row, doubted(machine, outcome.reason), at);
  const fault = 'fault' in outcome && outcome.fault === true;
  const called = { ...machine, results: withResult(machine.results, { lane, fault }) };
  if (outcome.kind === 'done') return recovered(called);
  if (isOutage(called.results)) {
    const why = `the destination fails for several people: ${outcome.reason}`;
    return hold(called, outcome.row, why, at);
  }
  if (outcome.kind === 'unknown' && outcome.hold !== undefined)
    return hold(called, outcome.row, outcome.hold, at);
  return waitMs === undefined ? { next: called, effects: [] } : wait(called, waitMs, outcome.row, at);
}

/** Adds to the reason of a refused token that it is not refused for everything. */
function doubted({ state, relapses }: DestinationMachine, why: string): string {
  const before = state === 'held' ? relapses - 1 : relapses;
  return before > 0
    ? `${why}, though its configuration can be read: it may be calls alone that are refused`
    : why;
}

/** A longer wait that was requested before stays. */
function wait(machine: DestinationMachine, ms: number, row: string, { now }: Moment): DestinationStep {
  const until = Math.max(machine.retryAfter?.until ?? 0, now + ms);
  return {
    next: { ...machine, retryAfter: { until, cause: fixedCause(row) } },
    effects: [{ kind: 'save' }, { kind: 'notify' }, { kind: 'log-wait', row, until }],
  };
}

function hold(machine: DestinationMachine, row: string, why: string, at: Moment): DestinationStep {
  if (machine.state === 'paused') return { next: machine, effects: [] };
  const cause = causeOf(row, why);
  if (machine.state === 'held' && isSameCause(machine.cause, cause))
    return { next: machine, effects: [{ kind: 'log-held', row, since: machine.since }] };
  const { next: held, effects } = enter(machine, 'held', cause, at);
  const next = machine.state === 'held' ? held : withNextProbe(held, at);
  return { next, effects: [...effects, { kind: 'log-held', row, since: next.since }] };
}

function isSameCause(one: StateCause | null, other: StateCause): boolean {
  return one?.code === other.code && one?.reason === other.reason && one?.next === other.next;
}

/** A successful probe does not help if the calls fail: the outage continues, and probes become rare anyway. */
function withNextProbe(held: DestinationMachine, at: Moment): DestinationMachine {
  const nextProbeAt = at.monotonic + spread(probeAfterMs(held, at), at);
  return { ...held, nextProbeAt, relapses: held.relapses + 1 };
}

function enter(
  machine: DestinationMachine,
  state: DestinationState,
  cause: StateCause | null,
  { now }: Moment,
): DestinationStep {
  const kept: readonly DestinationEffect[] = [{ kind: 'save' }, { kind: 'notify' }];
  switch (state) {
    case 'held': {
      const before = mayRelapse(machine, now) ? machine.hadFailedSince : null;
      const failsSince = machine.failsSince ?? before ?? now;
      return { next: { ...machine, state, cause, failsSince, since: failsSince }, effects: kept };
    }
    case 'paused':
      return {
        next: { ...machine, state, cause, since: now },
        effects: [{ kind: 'log-paused' }, ...kept],
      };
    case 'probing':
      return { next: { ...machine, state, cause, since: null }, effects: kept };
    case 'open': {
      const next = { ...machine, state, cause, since: null, results: [] };
      const isSaid = machine.relapses < relapsesToDoubt;
      const effects: readonly DestinationEffect[] = isSaid ? [...kept, { kind: 'log-open' }] : kept;
      if (machine.failsSince === null) return { next, effects };
      return {
        next: { ...next, openedAt: now, failsSince: null, hadFailedSince: machine.failsSince },
        effects: [{ kind: 'slow-start' }, ...effects],
      };
    }
  }
}

/** True if it was opened so recently that a new hold continues the previous outage. */
function mayRelapse({ openedAt }: DestinationMachine, now: number): boolean {
  return openedAt !== null && now - openedAt < relapseWithinMs;
}

function moved(machine: DestinationMachine, byMs: number, { monotonic }: Moment): DestinationMachine {
  const later = (time: number | null) => (time === null ? null : time + byMs);
  const { retryAfter } = machine;
  return {
    ...machine,
    since: later(machine.since),
    failsSince: later(machine.failsSince),
    openedAt: later(machine.openedAt),
    hadFailedSince: later(machine.hadFailedSince),
    retryAfter: retryAfter && { ...retryAfter, until: retryAfter.until + byMs },
    // A response shows whether the clock is right now; a held destination is not probed more often for that.
    nextProbeAt: machine.state === 'open' ? monotonic : machine.nextProbeAt,
  };
}

function probeAfterMs({ state, failsSince }: DestinationMachine, { now }: Moment): number {
  if (state === 'open') return whileOpenMs;
  const lasted = failsSince === null ? 0 : Math.max(0, now - failsSince);
  return Math.min(lastProbeMs, Math.max(firstProbeMs, probeShare * lasted));
}

function spread(ms: number, { random }: Moment): number {
  return ms * (0.8 + 0.4 * random());
}
