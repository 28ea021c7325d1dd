import { clockAfter } from '../../decide/call-life.ts';
import type { DestinationRecord } from '../../destination-record.ts';
import type { Transaction } from '../connection/transaction.ts';
import { clocksOf } from '../rows/paused-clocks.ts';

/**
 * Stores a destination and its total time held or paused (WorkStore.saveDestination). Call it in a transaction that
 * has locked it.
 */
export async function writeDestination(
  transaction: Transaction,
  record: DestinationRecord,
  now: number,
): Promise<void> {
  const standsSince = record.heldSince ?? (record.paused ? now : null);
  const clocks = await clocksOf(transaction, [record.name]);
  const clock = clockAfter(clocks.get(record.name), standsSince, now);
  await transaction.run(
    `INSERT INTO destination
       (name, paused, held_since, reason, next, code, not_before, stopped_since, stopped_ms, opened_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (name) DO UPDATE SET paused = excluded.paused, held_since = excluded.held_since,
       reason = excluded.reason, next = excluded.next, code = excluded.code, not_before = excluded.not_before, stopped_since = excluded.stopped_since,
       stopped_ms = excluded.stopped_ms, opened_at = excluded.opened_at`,
    record.name,
    record.paused,
    rounded(record.heldSince),
    record.reason,
    record.next ?? null,
    record.code ?? null,
    record.notBefore === null ? null : Math.ceil(record.notBefore),
    rounded(clock.stoppedSince),
    Math.round(clock.stoppedMs),
    rounded(record.openedAt),
  );
}

function rounded(time: number | null): number | null {
  return time === null ? null : Math.round(time);
}
