import type { OutcomeTelling } from '../../outbox.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { forgetAlerts, rememberedAlerts, writeAlerts } from './alerts.ts';
import { dropBatchOf, firstDue, firstDueAt, statesOfReceivers } from './messages.ts';
import { writeOutcomes } from './outcomes.ts';

/** Writes the messages that tell what events came to, in the transactions in which they come to it. */
export interface OutcomeWriter {
  beforeCommit(transaction: Transaction): Promise<void>;
  committed(transaction: Transaction): void;
}

/** Makes the writer of outcomes; where `telling` is left out, it writes none. */
export function createOutcomeWriter(
  telling: OutcomeTelling | undefined,
  sources: Pick<Parts, 'random'> & { readonly now: () => number },
): OutcomeWriter {
  return telling ? writeOutcomes(telling, sources) : { beforeCommit: async () => {}, committed() {} };
}

/** One process tells, so that no receiver hears anything twice. */
const work = 'messages';

/** Gives out what is to be told and writes what became of it. */
export function outbox({ database, ownership, clock, random }: Parts) {
  return {
    async dueMessages(what) {
      if (!(await ownership.take(work))) return [];
      return database.read(transaction => firstDue(transaction, what));
    },
    async nextMessageAt(receiver) {
      if (!(await ownership.take(work))) return undefined;
      return database.read(transaction => firstDueAt(transaction, receiver));
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
        return dropBatchOf(transaction, what);
      });
    },
    outbox: () => database.read(statesOfReceivers),
    alerts: () => database.read(rememberedAlerts),
    saveAlerts: (receiver, changed, forget) =>
      database.write(async transaction => {
        await forgetAlerts(transaction, forget);
        await writeAlerts(transaction, receiver, changed, { now: clock.now(), random });
      }),
  } satisfies Partial<Store>;
}
