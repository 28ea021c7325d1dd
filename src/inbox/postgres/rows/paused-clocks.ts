import { type Life, leftOf, type PausedClock, timeOf } from '../../decide/call-life.ts';
import type { Transaction } from '../connection/transaction.ts';

/** What time it is by the clocks of destinations, each of which stands still while that one is held or paused. */
export interface ClockTimes {
  of(destination: string): number;
}

/** The clocks of destinations, as far as anything is known of them. */
export async function clocksOf(
  transaction: Transaction,
  destinations: Iterable<string>,
): Promise<ReadonlyMap<string, PausedClock>> {
  const rows = await transaction.all<{ name: string; stopped_since: number | null; stopped_ms: number }>(
    'SELECT name, stopped_since, stopped_ms FROM destination WHERE name = ANY($1)',
    [...new Set(destinations)],
  );
  return new Map(rows.map(row => [row.name, { stoppedSince: row.stopped_since, stoppedMs: row.stopped_ms }]));
}

/** What time it is by the clocks of these destinations. */
export async function clockTimes(
  transaction: Transaction,
  destinations: Iterable<string>,
  now: number,
): Promise<ClockTimes> {
  return timesBy(await clocksOf(transaction, destinations), now);
}

/** What time it is by these clocks. */
export function timesBy(clocks: ReadonlyMap<string, PausedClock>, now: number): ClockTimes {
  return { of: destination => timeOf(clocks.get(destination), now) };
}

/** The columns of a call that say how old it may become. */
export interface LifeColumns {
  readonly life_from: number;
  readonly deadline: number | null;
  readonly remaining: number | null;
}

/** How old a call may become, from its row. */
export function lifeIn({ life_from: from, deadline, remaining: remainingMs }: LifeColumns): Life {
  return { from, deadline, remainingMs };
}

/** How many milliseconds a call has left before it is too old. */
export function leftIn(row: LifeColumns, destination: string, times: ClockTimes): number {
  return leftOf(lifeIn(row), times.of(destination));
}
