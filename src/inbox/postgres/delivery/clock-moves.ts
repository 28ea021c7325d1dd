import { moveAllTimes } from '../../operations/clock-moves.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { lockDestinations } from '../rows/locks.ts';

/** The method that moves the times of all waiting events and calls (WorkStore.moveTimes). */
export function clockMoves({ database }: Parts) {
  return {
    moveTimes: (byMs, agedMs) =>
      database.write(async transaction => {
        await lockAllDestinations(transaction);
        const by = Math.round(byMs);
        await takeSteps(moveAllTimes(statementsOf(transaction), by, Math.round(byMs - agedMs)));
        await transaction.run('UPDATE attempt_in_flight SET until = until + $1', by);
      }),
  } satisfies Partial<Store>;
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
