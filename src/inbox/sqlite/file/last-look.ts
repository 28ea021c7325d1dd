import { earliestTime } from '../../decide/retention.ts';
import { moveAllTimes } from '../../operations/clock-moves.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';

/** The largest jump back between two checks that is no sign of a wrong clock. Milliseconds. */
const noticedMs = 60_000;

/**
 * Detects at the start whether the clock was moved since the store was last used, and moves due times with it: after
 * a jump back, or from an impossible time. A later time is normal.
 */
export function followSinceLastLook(connection: Connection, now: number): void {
  const looked = connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'looked at'")?.value;
  if (looked !== undefined) {
    const wasImpossible = looked < earliestTime && now >= earliestTime;
    const byMs = Math.round(now - looked);
    if (byMs < -noticedMs || wasImpossible) takeSteps(moveAllTimes(statementsOf(connection), byMs, byMs));
  }
  noteLook(connection, now);
}

/** Records the current time for the next start. */
export function noteLook(connection: Connection, now: number): void {
  connection.run("INSERT OR REPLACE INTO meta VALUES ('looked at', ?)", Math.round(now));
}
