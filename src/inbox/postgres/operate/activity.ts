import {
  type ActivityCount,
  type ActivityMinute,
  type ActivityStore,
  activityKeptMs,
  minuteOf,
} from '../../activity-store.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';

/** The figures of the last days. */
export function activity({ database, clock }: Parts): ActivityStore {
  return {
    async addActivity(counted) {
      const now = clock.now();
      const since = await database.read(waitingSince);
      if (since === null && !counted.accepted && !counted.delivered && !counted.failed) return;
      const oldestMs = since === null ? null : Math.max(0, now - since);
      await database.write(transaction => add(transaction, minuteOf(now), counted, oldestMs));
    },
    activity: from =>
      database.read(transaction =>
        transaction.all<ActivityMinute>(
          `SELECT at, accepted, delivered, failed, oldest_ms AS "oldestMs" FROM activity
           WHERE at >= $1 ORDER BY at`,
          from,
        ),
      ),
  };
}

async function add(
  transaction: Transaction,
  minute: number,
  { accepted, delivered, failed }: ActivityCount,
  oldestMs: number | null,
): Promise<void> {
  await transaction.run('DELETE FROM activity WHERE at < $1', minute - activityKeptMs);
  await transaction.run(
    `INSERT INTO activity AS a (at, accepted, delivered, failed, oldest_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (at) DO UPDATE SET accepted = a.accepted + excluded.accepted,
       delivered = a.delivered + excluded.delivered, failed = a.failed + excluded.failed,
       oldest_ms = greatest(a.oldest_ms, excluded.oldest_ms)`,
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
async function waitingSince(transaction: Transaction): Promise<number | null> {
  const found = await transaction.get<{ since: number | null }>(
    `SELECT min(since) AS since FROM (
       SELECT (SELECT c.life_from FROM call c WHERE c.mapping = m.mapping AND c.status IN ('queued', 'held')
           ORDER BY c.id LIMIT 1) AS since
         FROM (SELECT mapping FROM tally WHERE kind = 0 AND status IN ('queued', 'held')
             GROUP BY mapping HAVING sum(number) > 0) m
       UNION ALL SELECT min(received_at) FROM event WHERE own_status = 'held'
       UNION ALL SELECT CASE WHEN planning = 1 THEN received_at END FROM event
         WHERE sequence = (SELECT min(sequence) FROM event WHERE planning > 0)) waiting`,
  );
  return found?.since ?? null;
}
