import {
  type ActivityCount,
  type ActivityMinute,
  type ActivityStore,
  activityKeptMs,
  minuteOf,
} from '../activity-store.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/**
 * The methods for the counts of the last days. `waitingMappings`: SQL that lists the mappings with unfinished calls.
 */
export function activity(store: OperationStore, waitingMappings: string): ActivityStore {
  return {
    async addActivity(counted) {
      const now = store.now();
      const since = await store.read(transaction => waitingSince(transaction, waitingMappings));
      if (since === null && !counted.accepted && !counted.delivered && !counted.failed) return;
      const oldestMs = since === null ? null : Math.max(0, now - since);
      await store.write(transaction => add(transaction, minuteOf(now), counted, oldestMs));
    },
    activity: from =>
      store.read(transaction =>
        transaction.all<ActivityMinute>(
          'SELECT at, accepted, delivered, failed, oldest_ms AS "oldestMs" FROM activity WHERE at >= $1 ORDER BY at',
          from,
        ),
      ),
  };
}

function* add(
  transaction: StoreTransaction,
  minute: number,
  { accepted, delivered, failed }: ActivityCount,
  oldestMs: number | null,
): Steps<void> {
  yield* transaction.run('DELETE FROM activity WHERE at < $1', minute - activityKeptMs);
  yield* transaction.run(
    `INSERT INTO activity AS a (at, accepted, delivered, failed, oldest_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (at) DO UPDATE SET accepted = a.accepted + excluded.accepted,
       delivered = a.delivered + excluded.delivered, failed = a.failed + excluded.failed,
       oldest_ms = CASE WHEN a.oldest_ms >= excluded.oldest_ms THEN a.oldest_ms
         ELSE coalesce(excluded.oldest_ms, a.oldest_ms) END`,
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
 * whatever their number.
 */
function* waitingSince(transaction: StoreTransaction, waitingMappings: string): Steps<number | null> {
  const found = yield* transaction.get<{ since: number | null }>(
    `SELECT min(since) AS since FROM (
       SELECT (SELECT c.life_from FROM call c WHERE c.mapping = m.mapping AND c.status IN ('queued', 'held')
           ORDER BY c.id LIMIT 1) AS since
         FROM (${waitingMappings}) m
       UNION ALL SELECT min(received_at) FROM event WHERE own_status = 'held'
       UNION ALL SELECT CASE WHEN planning = 1 THEN received_at END FROM event
         WHERE sequence = (SELECT min(sequence) FROM event WHERE planning > 0)) waiting`,
  );
  return found?.since ?? null;
}
