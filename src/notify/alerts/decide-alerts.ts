import type { AlertRecord } from '../../inbox/outbox.ts';

/** A condition that exists or existed recently, with times of this process's monotonic clock. */
export interface Seen {
  /** The time since which it exists, or since which it is gone. */
  readonly from: number;
  readonly stands: boolean;
}

/** The time for which a condition must exist before it is raised, and must be gone before it is cleared. */
const raiseAfterMs = 5_000;
const clearAfterMs = 15_000;
/** The maximum time for which a condition must be gone; it doubles with each recurrence in an hour. */
const mostClearAfterMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;

/**
 * Decides the message for one condition; undefined: none. `forget`: it has been gone for so long that it would count
 * as new.
 */
export function decideAlert(
  record: AlertRecord | undefined,
  seen: Seen | undefined,
  { steady, now }: { readonly steady: number; readonly now: number },
): 'raise' | 'clear' | 'forget' | undefined {
  const isRaised = record !== undefined && record.clearedAt === null;
  if (!seen) return undefined;
  const forMs = steady - seen.from;
  if (seen.stands) return !isRaised && forMs >= raiseAfterMs ? 'raise' : undefined;
  if (isRaised) return forMs >= quietMs(record.times) ? 'clear' : undefined;
  const clearedAt = record?.clearedAt ?? now;
  return now - clearedAt > forgottenAfterMs ? 'forget' : undefined;
}

/** Returns the time for which a condition must be gone, after this number of recent recurrences. Milliseconds. */
export function quietMs(times: number): number {
  return Math.min(mostClearAfterMs, clearAfterMs * 2 ** times);
}
