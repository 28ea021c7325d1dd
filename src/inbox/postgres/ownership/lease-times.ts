/** The times of leases and heartbeats between processes on one store, in milliseconds. */
export interface LeaseTimes {
  /** The duration of a lease after each renewal, by the clock of the database. */
  readonly termMs: number;
  readonly renewEveryMs: number;
  /** The time before its end at which a process treats its own lease as expired. */
  readonly marginMs: number;
  /** The minimum time between two attempts to get a lease that another process holds. */
  readonly askEveryMs: number;
  /** The time between two heartbeats of a process, at which it also reads those of the others. */
  readonly lookEveryMs: number;
  /** A process whose last heartbeat is older than this is gone. */
  readonly goneAfterMs: number;
  /** The time within which a claimed call may be started without another check in the database. */
  readonly beginWithinMs: number;
}

/** The usual times. A short delay does not move a lease, and calls wait for less than half a minute after a crash. */
export const defaultLeaseTimes: LeaseTimes = {
  termMs: 15_000,
  renewEveryMs: 5_000,
  marginMs: 2_000,
  askEveryMs: 1_000,
  lookEveryMs: 1_000,
  goneAfterMs: 10_000,
  beginWithinMs: 5_000,
};
