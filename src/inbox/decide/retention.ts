import type { Status } from '../event.ts';

/** The earliest possible time: an earlier clock is wrong, because this program did not exist then. */
export const earliestTime = Date.UTC(2026, 0, 1);

const dayMs = 24 * 60 * 60_000;

/** The period in which equal contents of items without an id are searched. */
export const recentMs = 10 * 60_000;

/** The periods for which finished events are kept. Milliseconds. */
export interface KeptFor {
  readonly deliveredMs: number;
  readonly failedMs: number;
}

/** Returns the time since which an event must have its status to be deleted. */
export function pruneBefore(
  { deliveredMs, failedMs }: KeptFor,
  now: number,
): readonly (readonly [status: Status, before: number])[] {
  return [
    ['delivered', now - deliveredMs],
    ['skipped', now - deliveredMs],
    ['failed', now - failedMs],
    ['discarded', now - failedMs],
  ];
}

/**
 * Returns the times before which remembered data are no longer needed. The id of a sender is kept at least as long as
 * its delivered event.
 */
export function forgetBefore({ deliveredMs }: KeptFor, now: number) {
  return {
    dedupe: now - Math.max(30 * dayMs, deliveredMs),
    ledger: now - 400 * dayMs,
    audit: now - 400 * dayMs,
    recent: now - recentMs,
  };
}

/** Returns the range of plausible times. A time outside of it was recorded while the clock was wrong. */
export function possibleTimes(now: number): { readonly earliest: number; readonly latest: number } {
  return { earliest: now >= earliestTime ? earliestTime : 0, latest: now + dayMs };
}
