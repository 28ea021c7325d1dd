import { NotOwner, type Store } from '../../store.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { lockDestinations } from '../rows/locks.ts';
import { metaValue, setMeta } from '../rows/meta.ts';

const dayMs = 24 * 60 * 60_000;
const lastTime = 'deleted by';

/** The methods for moves of the clock, and for their limits. */
export function times({ database, ownership }: Parts) {
  return {
    moveTimes: (byMs, agedMs) =>
      database.write(async transaction => {
        await lockAllDestinations(transaction);
        await moveAllTimes(transaction, Math.round(byMs), Math.round(byMs - agedMs));
      }),
    async deletionTime(now) {
      if (!(await ownership.take('upkeep'))) {
        return database.read(transaction => timeToDeleteBy(transaction, now));
      }
      try {
        return await database.write(async transaction => {
          await ownership.prove(transaction, ['upkeep']);
          const time = await timeToDeleteBy(transaction, now);
          await setMeta(transaction, lastTime, String(Math.round(time)));
          return time;
        });
      } catch (error) {
        if (!(error instanceof NotOwner)) throw error;
        return database.read(transaction => timeToDeleteBy(transaction, now));
      }
    },
  } satisfies Partial<Store>;
}

/** Returns the time of the clock, but at most a day later than the last one. */
async function timeToDeleteBy(transaction: Transaction, now: number): Promise<number> {
  const last = await metaValue(transaction, lastTime);
  return last === undefined ? now : Math.min(now, Number(last) + dayMs);
}

async function lockAllDestinations(transaction: Transaction): Promise<void> {
  const rows = await transaction.all<{ name: string }>(
    `SELECT substr(name, 13) AS name FROM lease WHERE starts_with(name, 'destination ')
     UNION SELECT name FROM destination UNION SELECT destination FROM tally WHERE kind = 0`,
  );
  await lockDestinations(
    transaction,
    rows.map(({ name }) => name),
  );
}

/** Moves the times of all waiting events and calls (WorkStore.moveTimes). `ageMs`: the amount by which ages move. */
async function moveAllTimes(transaction: Transaction, byMs: number, ageMs: number): Promise<void> {
  // The clock of a held or paused destination is stopped, also during a jump: its calls do not age.
  await transaction.run(
    `UPDATE call SET due_at = due_at + $1::bigint, life_from = life_from + $2::bigint,
       expires_at = expires_at + $2::bigint,
       deadline = deadline + CASE WHEN EXISTS (SELECT 1 FROM destination
         WHERE name = call.destination AND stopped_since IS NOT NULL) THEN $1::bigint ELSE $2::bigint END
     WHERE status IN ('queued', 'held')`,
    byMs,
    ageMs,
  );
  await transaction.run('UPDATE lane SET due_at = due_at + $1::bigint WHERE due_at IS NOT NULL', byMs);
  await transaction.run('UPDATE attempt_in_flight SET until = until + $1::bigint', byMs);
  await transaction.run(
    `UPDATE destination SET not_before = not_before + $1::bigint, held_since = held_since + $1::bigint,
       stopped_since = stopped_since + $1::bigint, opened_at = opened_at + $1::bigint`,
    byMs,
  );
  // The age of an event without a mapping, or of an unplanned one, counts from its receipt.
  await transaction.run(
    `UPDATE event SET received_at = received_at + $1::bigint, own_held_since = own_held_since + $1::bigint
     WHERE own_status = 'held'`,
    ageMs,
  );
  await transaction.run(
    'UPDATE event SET received_at = received_at + $1::bigint WHERE planning > 0 AND planning = $2',
    ageMs,
    planningCodes.first,
  );
  await transaction.run(
    'UPDATE outbox SET next_at = next_at + $1::bigint, created_at = created_at + $2::bigint',
    byMs,
    ageMs,
  );
}
