import { clockAfter } from '../../decide/call-life.ts';
import type { DestinationRecord } from '../../destination-record.ts';
import type { Connection } from '../connection/connection.ts';
import { clockOf } from '../rows/paused-clocks.ts';

/** Stores a destination and its total time held or paused (WorkStore.saveDestination). */
export function writeDestination(connection: Connection, record: DestinationRecord, now: number): void {
  const standsSince = record.heldSince ?? (record.paused ? now : null);
  const clock = clockAfter(clockOf(connection, record.name), standsSince, now);
  connection.run(
    `INSERT INTO destination
       (name, paused, held_since, reason, next, code, not_before, stopped_since, stopped_ms, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET paused = excluded.paused, held_since = excluded.held_since, reason = excluded.reason,
       next = excluded.next, code = excluded.code, not_before = excluded.not_before, stopped_since = excluded.stopped_since, stopped_ms = excluded.stopped_ms,
       opened_at = excluded.opened_at`,
    record.name,
    record.paused ? 1 : 0,
    record.heldSince,
    record.reason,
    record.next ?? null,
    record.code ?? null,
    record.notBefore === null ? null : Math.ceil(record.notBefore),
    clock.stoppedSince,
    clock.stoppedMs,
    record.openedAt,
  );
}
