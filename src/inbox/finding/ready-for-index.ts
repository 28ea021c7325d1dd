import type { Status } from '../event.ts';

/** The columns of an event that decide whether it can be indexed. */
export interface IndexedEvent {
  readonly planning: number;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly received_at: number;
}

/** The minimum age of an event. A transaction that got its sequence earlier may still be running. Milliseconds. */
const leastAgeMs = 10_000;
/** The age from which an unfinished event is indexed with its current plan, and again when that changes. */
const patienceMs = 60_000;

/**
 * True if an event can be indexed: it is old enough, and usually nothing more happens to it automatically. An event
 * with a receipt in the future arrived before the clock was corrected.
 */
export function isReadyForIndex({ planning, status, received_at }: IndexedEvent, now: number): boolean {
  const ageMs = Math.abs(now - received_at);
  if (ageMs < leastAgeMs) return false;
  return ageMs >= patienceMs || (planning <= 0 && status !== ('queued' satisfies Status));
}
