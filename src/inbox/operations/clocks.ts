import { type ClockTimes, timesBy } from '../decide/call-life.ts';
import type { Statements, Steps } from './steps.ts';

/** Returns the times by the clocks of these destinations. */
export function* destinationTimes(
  transaction: Statements,
  destinations: readonly string[],
  now: number,
): Steps<ClockTimes> {
  const rows = yield* transaction.all<{ name: string; stopped_since: number | null; stopped_ms: number }>(
    'SELECT name, stopped_since, stopped_ms FROM destination WHERE name = ANY ($1)',
    [...new Set(destinations)],
  );
  const clocks = rows.map(
    row => [row.name, { stoppedSince: row.stopped_since, stoppedMs: row.stopped_ms }] as const,
  );
  return timesBy(new Map(clocks), now);
}
