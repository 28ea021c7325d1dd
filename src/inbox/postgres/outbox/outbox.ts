import type { OutcomeTelling } from '../../outbox.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { forgetAlerts, rememberedAlerts, writeAlerts } from './alerts.ts';
import { dropBatchOf, firstDue, firstDueAt, statesOfReceivers } from './messages.ts';
import { writeOutcomes } from './outcomes.ts';

/** Writes the outcomes of events into the outbox, in the same transaction. */
export interface OutcomeWriter {
  beforeCommit(transaction: Transaction): Promise<void>;
  committed(transaction: Transaction): void;
}

/** Makes the writer of outcomes; without `telling` it writes none. */
export function createOutcomeWriter(
  telling: OutcomeTelling | undefined,
  sources: Pick<Parts, 'random'> & { readonly now: () => number },
): OutcomeWriter {
  return telling ? writeOutcomes(telling, sources) : { beforeCommit: async () => {}, committed() {} };
}

/** The work of sending messages. Only one process does it, so that no receiver gets a message twice. */
const work = 'messages';

/** Returns due messages and stores their results. */
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
