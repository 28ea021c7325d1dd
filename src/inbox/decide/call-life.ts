/** The maximum time held that does not count for the age of a call: 14 days. */
export const heldCapMs = 14 * 24 * 60 * 60_000;

/** The clock of a destination, which stops while the destination is held or paused. */
export interface PausedClock {
  /** The time when it stopped; null while it runs. Epoch milliseconds. */
  readonly stoppedSince: number | null;
  /** The total time for which it was stopped before that. */
  readonly stoppedMs: number;
}

/**
 * Returns the time of a destination's clock. The deadlines of calls are times of this clock, so a hold moves all of
 * them without writing to any call.
 */
export function timeOf(clock: PausedClock | undefined, now: number): number {
  if (!clock) return now;
  const ongoing = clock.stoppedSince === null ? 0 : Math.max(0, now - clock.stoppedSince);
  return now - clock.stoppedMs - ongoing;
}

/** The time by the clocks of destinations. */
export interface ClockTimes {
  of(destination: string): number;
}

/** Returns the times by these clocks. A destination without one was never held or paused. */
export function timesBy(clocks: ReadonlyMap<string, PausedClock>, now: number): ClockTimes {
  return { of: destination => timeOf(clocks.get(destination), now) };
}

/**
 * Returns the clock of a destination from now on. `standsSince`: the time since which the destination is held or
 * paused; null: it works. A clock that is stopped already keeps the time of its first stop.
 */
export function clockAfter(
  before: PausedClock | undefined,
  standsSince: number | null,
  now: number,
): PausedClock {
  const { stoppedSince = null, stoppedMs = 0 } = before ?? {};
  if (standsSince !== null) return { stoppedSince: stoppedSince ?? standsSince, stoppedMs };
  const endedMs = stoppedSince === null ? 0 : Math.max(0, now - stoppedSince);
  return { stoppedSince: null, stoppedMs: stoppedMs + endedMs };
}

/** The columns of a call's row that limit its age. */
export interface Life {
  /** The time from which its age counts. Epoch milliseconds. */
  readonly from: number;
  /** A time of its destination's clock; null while `remainingMs` is used instead. */
  readonly deadline: number | null;
  /** The remaining time, while the call's time does not run. */
  readonly remainingMs: number | null;
}

/** The columns of a call that limit its age. */
export interface LifeRow {
  readonly life_from: number;
  readonly deadline: number | null;
  readonly remaining: number | null;
}

/** Returns the limits of a call's age, from its row. */
export function lifeOf({ life_from: from, deadline, remaining: remainingMs }: LifeRow): Life {
  return { from, deadline, remainingMs };
}

/** Returns the milliseconds that remain before a call is too old, at a time of its destination's clock. */
export function leftOf(life: Life, clockTime: number): number {
  return life.remainingMs ?? (life.deadline ?? 0) - clockTime;
}

/**
 * Returns the part of the time since the receipt that does not count (Claim.heldMs): the time before a person
 * replayed the call, and the time for which it was held since then, up to the limit.
 */
export function heldMs(
  life: { readonly receivedAt: number; readonly from: number; readonly maxAgeMs: number },
  leftMs: number,
  now: number,
): number {
  const countedAge = life.maxAgeMs - leftMs;
  const held = Math.max(0, now - life.from - countedAge);
  return life.from - life.receivedAt + Math.min(heldCapMs, held);
}

/** The time from which the age of a call counts, and its remaining time. */
export interface Lifetime {
  readonly from: number;
  readonly leftMs: number;
}

/** Returns a new lifetime: a person who replays a call has decided that it is not too old. */
export function newLifetime(now: number, maxAgeMs: number): Lifetime {
  return { from: now, leftMs: maxAgeMs };
}

/** Returns the time after which a call is too old even if it was held all the time. */
export function expiresAt({ from }: Lifetime, maxAgeMs: number): number {
  return from + maxAgeMs + heldCapMs;
}
