import type { Time } from '../time/time.ts';

/** The maximum pause, in milliseconds. */
const longestPauseMs = 250;

/** The pause after work on rows of lists, as a multiple of its duration: rows are less urgent than webhooks. */
export const pauseTimesOfLists = 2;

/**
 * Pauses after work that delayed webhooks, for a multiple (`times`) of its duration (`tookMs`), but for 250 ms at
 * most, because the work itself must continue on a slow disk too. Without a multiple there is no pause.
 */
export async function giveWay(tookMs: number, times: number, time: Pick<Time, 'after'>): Promise<void> {
  if (times === 0) return;
  await new Promise<void>(resolve => time.after(Math.min(longestPauseMs, times * tookMs), resolve));
}
