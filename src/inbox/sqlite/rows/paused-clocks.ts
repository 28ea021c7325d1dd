import { type LifeRow, leftOf, lifeOf, type PausedClock, timeOf } from '../../decide/call-life.ts';
import type { Connection } from '../connection/connection.ts';

/** Returns the time of a destination's clock, which stops while the destination is held or paused. */
export function clockTime(connection: Connection, destination: string, now: number): number {
  return timeOf(clockOf(connection, destination), now);
}

/** Returns the clock of a destination, if it has one. */
export function clockOf(connection: Connection, destination: string): PausedClock | undefined {
  const row = connection.get<{ stopped_since: number | null; stopped_ms: number }>(
    'SELECT stopped_since, stopped_ms FROM destination WHERE name = ?',
    destination,
  );
  return row && { stoppedSince: row.stopped_since, stoppedMs: row.stopped_ms };
}

/** Returns the milliseconds that remain before a call is too old. */
export function leftMs(connection: Connection, row: LifeRow, destination: string, now: number): number {
  const life = lifeOf(row);
  return life.remainingMs ?? leftOf(life, clockTime(connection, destination, now));
}
