import { storedOutbox } from '../../operations/outbox.ts';
import type { OperationStore } from '../../operations/steps.ts';
import type { Store } from '../../store.ts';

/** Returns due messages and stores their results. `waiting`: the approximate number for each receiver. */
export function outbox(store: OperationStore, waiting: Map<string, number>) {
  const stored = storedOutbox(store);
  return {
    ...stored,
    async outbox() {
      const states = await stored.outbox();
      waiting.clear();
      for (const each of states) waiting.set(each.receiver, each.waiting);
      return states;
    },
  } satisfies Partial<Store>;
}
