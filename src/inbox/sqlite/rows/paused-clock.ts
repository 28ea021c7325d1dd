import { type Life, leftOf, type PausedClock, timeOf } from '../../decide/call-life.ts';
import type { Connection } from '../connection.ts';

/** What time it is by the clock of a destination, which stands still while it is held or paused. */
export function clockTime(connection: Connection, destination: string, now: number): number {
  return timeOf(clockOf(connection, destination), now);
}

/** The clock of a destination, if anything is known of it. */
export function clockOf(connection: Connection, destination: string): PausedClock | undefined {
  const row = connection.get<{ stopped_since: number | null; stopped_ms: number }>(
    'SELECT stopped_since, stopped_ms FROM destination WHERE name = ?',
    destination,
  );
  return row && { stoppedSince: row.stopped_since, stoppedMs: row.stopped_ms };
}

/** The columns of a call that say how old it may become. */
export interface LifeRow {
  readonly life_from: number;
  readonly deadline: number | null;
  readonly remaining: number | null;
}

/** How old a call may become, from its row. */
export function lifeOf({ life_from: from, deadline, remaining: remainingMs }: LifeRow): Life {
  return { from, deadline, remainingMs };
}

/** How many milliseconds a call has left before it is too old. */
export function leftMs(connection: Connection, row: LifeRow, destination: string, now: number): number {
  const life = lifeOf(row);
  return life.remainingMs ?? leftOf(life, clockTime(connection, destination, now));
}
