import type { Status } from '../event.ts';

/** The earliest possible time: a clock before it is wrong, because this program did not exist. */
export const earliestTime = Date.UTC(2026, 0, 1);

const dayMs = 24 * 60 * 60_000;

/** The time in which equal contents of items without an id are searched. */
export const recentMs = 10 * 60_000;

/** For how long events are kept that are done. Milliseconds. */
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
 * Returns the times before which remembered data are not needed any more. The id of a sender is kept at least as long
 * as its delivered event.
 */
export function forgetBefore({ deliveredMs }: KeptFor, now: number) {
  return {
    dedupe: now - Math.max(30 * dayMs, deliveredMs),
    ledger: now - 400 * dayMs,
    audit: now - 400 * dayMs,
    recent: now - recentMs,
  };
}

/** The times that something can have been done at. What says another one was done while the clock was wrong. */
export function possibleTimes(now: number): { readonly earliest: number; readonly latest: number } {
  return { earliest: now >= earliestTime ? earliestTime : 0, latest: now + dayMs };
}
