import type { DestinationRecord, StateCause } from '../../inbox/destination-record.ts';
import type { CallResult } from './breaker.ts';
import { type DestinationState, pauseCodes } from './destination-state.ts';

/** All data that determine a destination's next step. Times are epoch milliseconds, except `nextProbeAt`. */
export interface DestinationMachine {
  readonly state: DestinationState;
  /** The cause of this state. */
  readonly cause: StateCause | null;
  /** The time since which it is held or paused. */
  readonly since: number | null;
  /** The time since which it fails. A pause by a person does not reset it. */
  readonly failsSince: number | null;
  /** The end of its last outage. */
  readonly openedAt: number | null;
  /** The end of the wait that it requested (Retry-After, 429), and the cause, without any part of a response. */
  readonly retryAfter: { readonly until: number; readonly cause: StateCause | null } | null;
  /** The number of failed probes in a row. */
  readonly badProbes: number;
  /** The number of consecutive holds without a successful call in between. */
  readonly relapses: number;
  /** The start of the last outage, until a call succeeds: for as long the outage may not be over. */
  readonly hadFailedSince: number | null;
  /** The time of its next probe, by the monotonic clock. */
  readonly nextProbeAt: number;
  /** The results of its last calls since it was opened. */
  readonly results: readonly CallResult[];
}

/** The same time by both clocks, in milliseconds: of the epoch, and monotonic. */
export interface Instant {
  readonly now: number;
  readonly monotonic: number;
}

/** Returns the state of a destination when the process starts: `probing`, or held or paused as stored. */
export function restoreMachine(
  restored: DestinationRecord | undefined,
  monotonic: number,
): DestinationMachine {
  const failsSince = restored?.heldSince ?? null;
  const state = restored?.paused ? 'paused' : failsSince === null ? 'probing' : 'held';
  const cause = restored ? storedCause(restored) : null;
  const until = restored?.notBefore ?? null;
  return {
    state,
    cause: state === 'probing' ? null : cause,
    since: state === 'held' ? failsSince : null,
    failsSince,
    openedAt: restored?.openedAt ?? null,
    retryAfter: until === null ? null : { until, cause: state === 'probing' ? cause : null },
    badProbes: 0,
    relapses: 0,
    hadFailedSince: null,
    nextProbeAt: monotonic,
    results: [],
  };
}

/** Returns the cause of a stored state; null if it has none. */
export function storedCause({ paused, reason, next, code }: DestinationRecord): StateCause | null {
  if (reason === null) return null;
  // An earlier version on the same store replaces only the text, so the code may belong to another state.
  return code !== undefined && pauses.has(code) === paused ? { reason, next, code } : { reason };
}

/** The codes of causes that only a paused destination has. */
const pauses: ReadonlySet<string> = new Set(pauseCodes);

/** Returns the end of the requested wait and its cause; null if there is none now. */
export function asksToWait(
  { retryAfter }: DestinationMachine,
  now: number,
): DestinationMachine['retryAfter'] {
  return retryAfter && retryAfter.until > now ? retryAfter : null;
}

/** Returns the record of its state for the next process. */
export function recordOf(name: string, machine: DestinationMachine, at: Instant): DestinationRecord {
  const { state, failsSince, openedAt } = machine;
  const cause = machine.cause ?? asksToWait(machine, at.now)?.cause;
  return {
    name,
    paused: state === 'paused',
    heldSince: state === 'held' || state === 'paused' ? failsSince : null,
    openedAt,
    reason: cause?.reason ?? null,
    next: cause?.next,
    code: cause?.code,
    notBefore: waitsUntil(machine, at),
  };
}

/**
 * Returns the end of its calls' wait, for display: the end of a requested wait, or the next probe after a failed one.
 */
function waitsUntil(machine: DestinationMachine, { now, monotonic }: Instant): number | null {
  const until = asksToWait(machine, now)?.until ?? null;
  if (machine.state !== 'probing' || machine.badProbes === 0) return until;
  return Math.max(until ?? 0, now + Math.max(0, machine.nextProbeAt - monotonic));
}
