import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { forgetAlerts, listAlerts, saveAlerts } from './alerts.ts';
import { dropMessages, dueMessages, nextMessageAt, outboxStates } from './messages.ts';

/** The work of sending messages. Only one process does it, so that no receiver gets a message twice. */
const work = 'messages';

/** The methods that return due messages and store their results. */
export function outbox({ database, ownership, clock, random }: Parts) {
  return {
    async dueMessages(what) {
      if (!(await ownership.take(work))) return [];
      return database.read(transaction => dueMessages(transaction, what));
    },
    async nextMessageAt(receiver) {
      if (!(await ownership.take(work))) return undefined;
      return database.read(transaction => nextMessageAt(transaction, receiver));
    },
    async removeMessage(number) {
      await database.write(transaction => transaction.run('DELETE FROM outbox WHERE number = $1', number));
    },
    async putOffMessage(number, nextAt, error) {
      await database.write(transaction =>
        transaction.run(
          'UPDATE outbox SET attempts = attempts + 1, next_at = $1, error = $2 WHERE number = $3',
          Math.round(nextAt),
          error,
          number,
        ),
      );
    },
    async dropMessages(what) {
      if (!(await ownership.take(work))) return new Map();
      return database.write(async transaction => {
        await ownership.prove(transaction, [work]);
        return dropMessages(transaction, what);
      });
    },
    outbox: () => database.read(outboxStates),
    alerts: () => database.read(listAlerts),
    saveAlerts: (receiver, changed, forget) =>
      database.write(async transaction => {
        await forgetAlerts(transaction, forget);
        await saveAlerts(transaction, receiver, changed, { now: clock.now(), random });
      }),
  } satisfies Partial<Store>;
}
