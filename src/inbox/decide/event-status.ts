import { allStatuses, type Status } from '../event.ts';

/** The data from which an event's status is derived. */
export interface StatusParts {
  /** The outcome of the event itself; null where only its calls count. */
  readonly own: Status | null;
  /** The statuses of its calls. */
  readonly calls: readonly Status[];
  /** True if a person requested a replay that has not been planned yet. */
  readonly replaying: boolean;
}

/**
 * The status of an event: that of the call that needs a person most. An event without
 * calls and without a status of its own waits to be planned, so it is `queued`; so is one that a person has sent on
 * its way again, unless it is uncertain.
 */
export function eventStatus({ own, calls, replaying }: StatusParts): Status {
  const all = own === null ? calls : [own, ...calls];
  const status = neediest(all) ?? 'queued';
  return replaying && status !== 'uncertain' && status !== 'delivered' ? 'queued' : status;
}

/**
 * Returns the event's own status beside its calls. A discarded event means that calls in flight are not retried; when
 * none is in flight, the mark has no further effect.
 */
export function ownStatusBeside(own: Status | null, calls: readonly Status[]): Status | null {
  return own === 'discarded' && calls.length > 0 && !calls.includes('queued') ? null : own;
}

/** The status that needs a person most; undefined where there is none. */
export function neediest(all: readonly Status[]): Status | undefined {
  return allStatuses.find(status => all.includes(status));
}

/** The statuses after which nothing more happens automatically; retention counts from there. */
export const settledStatuses: ReadonlySet<Status> = new Set(['delivered', 'skipped', 'failed', 'discarded']);
