import {
  type ClockTimes,
  type LifeRow,
  leftOf,
  lifeOf,
  type PausedClock,
  timesBy,
} from '../../decide/call-life.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Returns the clocks of destinations, of those that have one. */
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

/** Returns the times by the clocks of these destinations. */
export async function clockTimes(
  transaction: Transaction,
  destinations: Iterable<string>,
  now: number,
): Promise<ClockTimes> {
  return timesBy(await clocksOf(transaction, destinations), now);
}

/** Returns the milliseconds that remain before a call is too old. */
export function leftIn(row: LifeRow, destination: string, times: ClockTimes): number {
  return leftOf(lifeOf(row), times.of(destination));
}
