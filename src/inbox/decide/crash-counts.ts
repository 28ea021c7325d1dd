import type { PlannableEvent } from '../event.ts';

/**
 * An event during whose planning the process ended this often is planned after all others, and alone. The first event
 * that a new process plans takes the longest, so on a busy machine unrelated kills meet the same event repeatedly.
 */
export const endsUntilLast = 2;

/** An event during whose planning the process ended this often, the last time while it was planned alone, fails. */
export const endsUntilFailure = endsUntilLast + 1;

/** True if an event waits until all others are planned, and is then planned alone. */
export function isPlannedLast({ ended }: Pick<PlannableEvent, 'ended'>): boolean {
  return ended === endsUntilLast;
}
