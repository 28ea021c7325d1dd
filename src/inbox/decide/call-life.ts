/** Time held counts as held up to this much (14 days at most). */
export const heldCapMs = 14 * 24 * 60 * 60_000;

/** The clock of a destination, which stops while the destination is held or paused. */
export interface PausedClock {
  /** The time when it stopped; null while it runs. Epoch milliseconds. */
  readonly stoppedSince: number | null;
  /** The total time for which it was stopped before. */
  readonly stoppedMs: number;
}

/**
 * The time of the clock of a destination. A call's deadline is a time of this clock, so that a hold moves the deadlines
 * of all its calls without a word being written about any of them.
 */
export function timeOf(clock: PausedClock | undefined, now: number): number {
  if (!clock) return now;
  const ongoing = clock.stoppedSince === null ? 0 : Math.max(0, now - clock.stoppedSince);
  return now - clock.stoppedMs - ongoing;
}

/**
 * Returns the clock of a destination from now on. `standsSince`: the time since which the destination is held or
 * paused; null: it works. A clock that is stopped already keeps its first stop.
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

/** The part of a call's row that says how old it may become. */
export interface Life {
  /** Since when its age counts. Epoch milliseconds. */
  readonly from: number;
  /** In the time of its destination's clock; null while `remainingMs` holds instead. */
  readonly deadline: number | null;
  /** The remaining time, if the time of the call does not run. */
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
 * Returns the part of the time since the receipt that does not count (Claim.heldMs): the time before a person replayed
 * the call, and the time for which it was held since, up to the limit.
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

/** Since when the age of a call counts, and how much of its time is left. */
export interface Lifetime {
  readonly from: number;
  readonly leftMs: number;
}

/** A person who sends a call on its way again has decided that it is not too old. */
export function newLifetime(now: number, maxAgeMs: number): Lifetime {
  return { from: now, leftMs: maxAgeMs };
}

/** Returns the time when a call is too old even if it was held all the time. */
export function expiresAt({ from }: Lifetime, maxAgeMs: number): number {
  return from + maxAgeMs + heldCapMs;
}
