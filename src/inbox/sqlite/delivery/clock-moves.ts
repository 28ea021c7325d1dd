import { earliestTime, possibleTimes } from '../../decide/retention.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import type { Connection } from '../connection/connection.ts';

/** The largest jump back between two checks that is no sign of a wrong clock. Milliseconds. */
const noticedMs = 60_000;
const dayMs = 24 * 60 * 60_000;

/** Moves the times of all waiting events and calls, because the wall clock was moved (Store.moveTimes). */
export function moveTimes(connection: Connection, byMs: number, agedMs: number): void {
  const ageMs = byMs - agedMs;
  // The clock of a held or paused destination is stopped, also during a jump: its calls do not age.
  connection.run(
    `UPDATE call SET due_at = due_at + ?1, life_from = life_from + ?2, expires_at = expires_at + ?2,
       deadline = deadline + CASE WHEN EXISTS (SELECT 1 FROM destination
         WHERE name = call.destination AND stopped_since IS NOT NULL) THEN ?1 ELSE ?2 END
     WHERE status IN ('queued', 'held')`,
    byMs,
    ageMs,
  );
  connection.run('UPDATE lane SET due_at = due_at + ? WHERE due_at IS NOT NULL', byMs);
  connection.run(
    `UPDATE destination SET not_before = not_before + ?1, held_since = held_since + ?1,
       stopped_since = stopped_since + ?1, opened_at = opened_at + ?1`,
    byMs,
  );
  // The age of an event without a mapping counts from its receipt.
  connection.run(
    `UPDATE event SET received_at = received_at + ?1, own_held_since = own_held_since + ?1
     WHERE own_status = 'held'`,
    ageMs,
  );
  // The age of an unplanned event also counts from its receipt.
  connection.run(
    'UPDATE event SET received_at = received_at + ? WHERE planning > 0 AND planning = ?',
    ageMs,
    planningCodes.first,
  );
  connection.run('UPDATE outbox SET next_at = next_at + ?1, created_at = created_at + ?2', byMs, ageMs);
  // The next start must not move the times again for a jump that was handled.
  connection.run("UPDATE meta SET value = value + ? WHERE name = 'looked at'", Math.round(byMs));
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

/**
 * Returns the time for deletion (Store.deletionTime): that of the clock, but at most a day more in each call, so that
 * a clock that is years ahead for an hour deletes nothing important.
 */
export function deletionTime(connection: Connection, now: number): number {
  const last = connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'deleted by'")?.value;
  const time = last === undefined ? now : Math.min(now, last + dayMs);
  connection.run("INSERT OR REPLACE INTO meta VALUES ('deleted by', ?)", Math.round(time));
  return time;
}

/**
 * Sets the end of rows that finished at an impossible time, while the clock was wrong, to now. Otherwise they would
 * be deleted before anybody saw them, or never.
 */
export function correctFinishTimes(connection: Connection, now: number): void {
  const { earliest, latest } = possibleTimes(now);
  for (const status of ['delivered', 'skipped', 'failed', 'discarded', 'uncertain', 'held', 'queued']) {
    connection.run(
      'UPDATE event SET settled_at = ? WHERE status = ? AND settled_at > ? AND settled_at IS NOT NULL',
      now,
      status,
      latest,
    );
    connection.run(
      'UPDATE event SET settled_at = ? WHERE status = ? AND settled_at < ? AND settled_at IS NOT NULL',
      now,
      status,
      earliest,
    );
  }
}

/**
 * Does the same for rows that are deleted in the order of their time: otherwise the first of them would keep all the
 * others.
 */
export function correctStoredTimes(
  connection: Connection,
  table: 'dedupe' | 'ledger' | 'audit',
  now: number,
  batch: number,
): void {
  const { earliest, latest } = possibleTimes(now);
  connection.run(
    `UPDATE ${table} SET at = ?1 WHERE number IN (SELECT number FROM ${table} ORDER BY number LIMIT ?2)
       AND (at > ?3 OR at < ?4)`,
    now,
    batch,
    latest,
    earliest,
  );
}
