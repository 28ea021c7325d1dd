import { dropMessages, storedOutbox } from '../../operations/outbox.ts';
import type { Store } from '../../store.ts';
import { operationStore, statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

/** The work of sending messages. Only one process does it, so that no receiver gets a message twice. */
const work = 'messages';

/** Returns due messages and stores their results. */
export function outbox(parts: Parts) {
  const { database, ownership } = parts;
  const stored = storedOutbox(operationStore(parts));
  return {
    ...stored,
    async dueMessages(what) {
      return (await ownership.take(work)) ? stored.dueMessages(what) : [];
    },
    async nextMessageAt(receiver) {
      return (await ownership.take(work)) ? stored.nextMessageAt(receiver) : undefined;
    },
    async dropMessages(what) {
      if (!(await ownership.take(work))) return new Map();
      return database.write(async transaction => {
        await ownership.prove(transaction, [work]);
        return takeSteps(dropMessages(statementsOf(transaction), what));
      });
    },
  } satisfies Partial<Store>;
}
