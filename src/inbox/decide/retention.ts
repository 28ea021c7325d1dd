import type { Status } from '../event.ts';

/** A clock that tells an earlier time than this is wrong: this program did not exist then. */
export const earliestTime = Date.UTC(2026, 0, 1);

const dayMs = 24 * 60 * 60_000;

/** For so long equal contents of items without an id are looked for. */
export const recentMs = 10 * 60_000;

/** For how long events are kept that are done. Milliseconds. */
export interface KeptFor {
  readonly deliveredMs: number;
  readonly failedMs: number;
}

/** Since when an event must be what it is, by its status, to be deleted. */
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
 * Before when what is remembered need not be known any more. The id of a sender is known at least as long as the event
 * that it brought is kept for having been delivered.
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
