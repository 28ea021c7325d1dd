import { allStatuses, type Status } from '../event.ts';

/** What an event's status follows from. */
export interface StatusParts {
  /** What became of the event itself; null where only its calls count. */
  readonly own: Status | null;
  /** The statuses of its calls. */
  readonly calls: readonly Status[];
  /** Whether a person asked for it to be planned again, and that has not happened yet. */
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
 * What stands of an event's own status beside its calls: that it is discarded says that what is under way is not tried again,
 * and nothing more once nothing is.
 */
export function ownStatusBeside(own: Status | null, calls: readonly Status[]): Status | null {
  return own === 'discarded' && calls.length > 0 && !calls.includes('queued') ? null : own;
}

/** The status that needs a person most; undefined where there is none. */
export function neediest(all: readonly Status[]): Status | undefined {
  return allStatuses.find(status => all.includes(status));
}

/** The statuses after which nothing more happens by itself; retention counts from there. */
export const settledStatuses: ReadonlySet<Status> = new Set(['delivered', 'skipped', 'failed', 'discarded']);
