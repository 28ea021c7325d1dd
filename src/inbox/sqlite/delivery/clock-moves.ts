import { earliestTime } from '../../decide/retention.ts';
import { moveAllTimes } from '../../operations/clock-moves.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

/** The largest jump back between two checks that is no sign of a wrong clock. Milliseconds. */
const noticedMs = 60_000;

/** The method that moves the times of all waiting events and calls (WorkStore.moveTimes). */
export function clockMoves({ connection, wholeQueue }: Parts) {
  return {
    moveTimes: (byMs, agedMs) => wholeQueue.write(() => moveTimes(connection, byMs, agedMs)),
  } satisfies Partial<Store>;
}

function moveTimes(connection: Connection, byMs: number, agedMs: number): void {
  const by = Math.round(byMs);
  takeSteps(moveAllTimes(statementsOf(connection), by, Math.round(byMs - agedMs)));
  // The next start must not move the times again for a jump that was handled.
  connection.run("UPDATE meta SET value = value + ? WHERE name = 'looked at'", by);
}

/**
 * Detects at the start whether the clock was moved since the store was last used, and moves due times with it: after
 * a jump back, or from an impossible time. A later time is normal.
 */
export function followSinceLastLook(connection: Connection, now: number): void {
  const looked = connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'looked at'")?.value;
  if (looked !== undefined) {
    const wasImpossible = looked < earliestTime && now >= earliestTime;
    if (now < looked - noticedMs || wasImpossible) moveTimes(connection, now - looked, 0);
  }
  noteLook(connection, now);
}

/** Records the current time for the next start. */
export function noteLook(connection: Connection, now: number): void {
  connection.run("INSERT OR REPLACE INTO meta VALUES ('looked at', ?)", Math.round(now));
}
