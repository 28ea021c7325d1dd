import type { Connection } from '../connection.ts';

/** Time held counts as held up to this much (14 days at most). */
export const heldCapMs = 14 * 24 * 60 * 60_000;

/**
 * The clock of a destination that stands still while it is held or paused. A call's deadline is a time of this clock,
 * so that a hold moves the deadlines of all its calls without a word being written about any of them.
 */
export function countedTime(connection: Connection, destination: string, now: number): number {
  const row = connection.get<{ stopped_since: number | null; stopped_ms: number }>(
    'SELECT stopped_since, stopped_ms FROM destination WHERE name = ?',
    destination,
  );
  if (!row) return now;
  const ongoing = row.stopped_since === null ? 0 : Math.max(0, now - row.stopped_since);
  return now - row.stopped_ms - ongoing;
}

/** The part of a call's row that says how old it may become. */
export interface Life {
  readonly life_from: number;
  /** In the counted time of its destination; null while `remaining` holds instead. */
  readonly deadline: number | null;
  /** What is left, where the time of the call does not run. */
  readonly remaining: number | null;
}

/** How many milliseconds a call has left before it is too old. */
export function remainingMs(connection: Connection, life: Life, destination: string, now: number): number {
  if (life.remaining !== null) return life.remaining;
  return (life.deadline ?? 0) - countedTime(connection, destination, now);
}

/**
 * How much of the time since the receipt does not count (Claim.heldMs): what passed before a person sent the call on
 * its way again, and what it was held since, up to the cap.
 */
export function heldMs(
  life: { readonly receivedAt: number; readonly lifeFrom: number; readonly maxAgeMs: number },
  remaining: number,
  now: number,
): number {
  const countedAge = life.maxAgeMs - remaining;
  const held = Math.max(0, now - life.lifeFrom - countedAge);
  return life.lifeFrom - life.receivedAt + Math.min(heldCapMs, held);
}
