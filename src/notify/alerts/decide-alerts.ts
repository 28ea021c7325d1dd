import type { AlertRecord } from '../../inbox/outbox.ts';

/** A thing that stands or stood lately, by the monotonic clock of this process. */
export interface Seen {
  /** Since when it was seen without a break, or was not. */
  readonly from: number;
  readonly stands: boolean;
}

/** It must stand for so long before it is told, and be gone for so long before that is told. */
export const raiseAfterMs = 5_000;
export const clearAfterMs = 15_000;
/** Each time that it comes back within an hour, it must be gone for twice as long, up to this. */
const mostClearAfterMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;

/** What is to be told of one thing; undefined: nothing. `forget`: it is over for so long that it would be a new one. */
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

/** How long something must be gone that was over so many times lately. */
export function quietMs(times: number): number {
  return Math.min(mostClearAfterMs, clearAfterMs * 2 ** times);
}
