import {
  type ActivityCount,
  type ActivityMinute,
  type ActivityStore,
  activityKeptMs,
  minuteOf,
} from '../../activity-store.ts';
import type { Connection } from '../connection/connection.ts';
import type { Parts } from '../parts.ts';

/** The figures of the last days. */
export function activity({ connection, queue, clock }: Parts): ActivityStore {
  return {
    async addActivity(counted) {
      const now = clock.now();
      const since = await queue.read(() => waitingSince(connection));
      if (since === null && !counted.accepted && !counted.delivered && !counted.failed) return;
      const oldestMs = since === null ? null : Math.max(0, now - since);
      await queue.write(() => add(connection, minuteOf(now), counted, oldestMs));
    },
    activity: from =>
      queue.read(() =>
        connection.all<ActivityMinute>(
          'SELECT at, accepted, delivered, failed, oldest_ms AS oldestMs FROM activity WHERE at >= ? ORDER BY at',
          from,
        ),
      ),
  };
}

function add(
  connection: Connection,
  minute: number,
  { accepted, delivered, failed }: ActivityCount,
  oldestMs: number | null,
): void {
  connection.run('DELETE FROM activity WHERE at < ?', minute - activityKeptMs);
  connection.run(
    `INSERT INTO activity (at, accepted, delivered, failed, oldest_ms) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT DO UPDATE SET accepted = accepted + ?2, delivered = delivered + ?3, failed = failed + ?4,
       oldest_ms = coalesce(max(oldest_ms, ?5), oldest_ms, ?5)`,
    minute,
    accepted,
    delivered,
    failed,
    oldestMs,
  );
}

/**
 * Returns the time since which the oldest unfinished call or event waits that needs no person's decision: the first
 * call of each mapping, the first event without a mapping, the first unplanned event. Each is found by an index,
 * however many wait.
 */
function waitingSince(connection: Connection): number | null {
  const found = connection.get<{ since: number | null }>(
    `SELECT min(since) AS since FROM (
       SELECT (SELECT c.life_from FROM call c WHERE c.mapping = m.mapping AND c.status IN ('queued', 'held')
           ORDER BY c.id LIMIT 1) AS since
         FROM (SELECT DISTINCT mapping FROM tally WHERE calls > 0 AND status IN ('queued', 'held') AND mapping <> '') m
       UNION ALL SELECT min(received_at) FROM event WHERE own_status = 'held'
       UNION ALL SELECT iif(planning = 1, received_at, NULL) FROM event
         WHERE sequence = (SELECT min(sequence) FROM event WHERE planning > 0))`,
  );
  return found?.since ?? null;
}
