import type { Status } from '../event.ts';

/** What of an event says whether it is to be indexed. */
export interface IndexedEvent {
  readonly planning: number;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly received_at: number;
}

/** A transaction that was given its place before may still be under way. */
const leastAgeMs = 10_000;
/** After so long an event is indexed with what is planned so far, and again when that changes. */
const patienceMs = 60_000;

/**
 * Whether an event can be indexed: it is old enough, and mostly nothing more happens to it by itself. One that is received
 * in the future came before the clock was put right.
 */
export function isReadyForIndex({ planning, status, received_at }: IndexedEvent, now: number): boolean {
  const ageMs = Math.abs(now - received_at);
  if (ageMs < leastAgeMs) return false;
  return ageMs >= patienceMs || (planning === 0 && status !== ('queued' satisfies Status));
}
