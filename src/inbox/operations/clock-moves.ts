import type { Store } from '../store.ts';
import { planningCodes } from '../stored/planning-codes.ts';
import type { OperationStore, Statements, Steps } from './steps.ts';

const dayMs = 24 * 60 * 60_000;
const lastTime = 'deleted by';

/** The method that limits the time for deletion (WorkStore.deletionTime). */
export function deletionTimes(store: OperationStore) {
  return {
    async deletionTime(now) {
      const time = await store.upkeep(
        () =>
          store.write(function* (transaction) {
            yield* transaction.proveUpkeep();
            const until = yield* timeToDeleteBy(transaction, now);
            yield* transaction.run(
              'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
              lastTime,
              Math.round(until),
            );
            return until;
          }),
        undefined,
      );
      return time ?? store.read(transaction => timeToDeleteBy(transaction, now));
    },
  } satisfies Partial<Store>;
}

/** Returns the time of the clock, but at most a day later than the last one. */
function* timeToDeleteBy(transaction: Statements, now: number): Steps<number> {
  const last = yield* transaction.get<{ value: string | number }>(
    'SELECT value FROM meta WHERE name = $1',
    lastTime,
  );
  return last ? Math.min(now, Number(last.value) + dayMs) : now;
}

/**
 * Moves the times of all waiting events and calls (WorkStore.moveTimes), in a transaction that has locked all
 * destinations. `ageMs`: the amount by which ages move. Whole numbers.
 */
export function* moveAllTimes(transaction: Statements, byMs: number, ageMs: number): Steps<void> {
  // The clock of a held or paused destination is stopped, also during a jump: its calls do not age.
  yield* transaction.run(
    `UPDATE call SET due_at = due_at + $1, life_from = life_from + $2, expires_at = expires_at + $2,
       deadline = CASE WHEN EXISTS (SELECT 1 FROM destination
         WHERE name = call.destination AND stopped_since IS NOT NULL) THEN deadline + $1 ELSE deadline + $2 END
     WHERE status IN ('queued', 'held')`,
    byMs,
    ageMs,
  );
  yield* transaction.run('UPDATE lane SET due_at = due_at + $1 WHERE due_at IS NOT NULL', byMs);
  yield* transaction.run(
    `UPDATE destination SET not_before = not_before + $1, held_since = held_since + $1,
       stopped_since = stopped_since + $1, opened_at = opened_at + $1`,
    byMs,
  );
  // The age of an event without a mapping, or of an unplanned one, counts from its receipt.
  yield* transaction.run(
    `UPDATE event SET received_at = received_at + $1, own_held_since = own_held_since + $1
     WHERE own_status = 'held'`,
    ageMs,
  );
  yield* transaction.run(
    'UPDATE event SET received_at = received_at + $1 WHERE planning > 0 AND planning = $2',
    ageMs,
    planningCodes.first,
  );
  yield* transaction.run(
    'UPDATE outbox SET next_at = next_at + $1, created_at = created_at + $2',
    byMs,
    ageMs,
  );
}
