import { allStatuses, type Status } from '../event.ts';

/** The data from which an event's status is derived. */
export interface StatusParts {
  /** The outcome of the event itself; null if only its calls count. */
  readonly own: Status | null;
  /** The statuses of its calls. */
  readonly calls: readonly Status[];
  /** True if a person requested a replay that has not been planned yet. */
  readonly replaying: boolean;
}

/**
 * Returns the status of an event: that of the call that most needs a person. An event without calls and without a
 * status of its own waits to be planned, so it is `queued`. A replayed event is `queued` too, unless it is uncertain.
 */
export function eventStatus({ own, calls, replaying }: StatusParts): Status {
  const all = own === null ? calls : [own, ...calls];
  const status = mostUrgent(all) ?? 'queued';
  return replaying && status !== 'uncertain' && status !== 'delivered' ? 'queued' : status;
}

/**
 * Returns the event's own status beside its calls. `discarded` keeps calls in flight from being retried. If none is
 * in flight, it has no further effect.
 */
export function ownStatusBeside(own: Status | null, calls: readonly Status[]): Status | null {
  return own === 'discarded' && calls.length > 0 && !calls.includes('queued') ? null : own;
}

/** Returns the status that most needs a person; undefined if there is none. */
export function mostUrgent(all: readonly Status[]): Status | undefined {
  return allStatuses.find(status => all.includes(status));
}

/** The statuses after which nothing more happens automatically; retention counts from then. */
export const settledStatuses: ReadonlySet<Status> = new Set(['delivered', 'skipped', 'failed', 'discarded']);
