import type { OutcomeTelling } from '../../outbox.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';

/** Writes the messages that tell what events came to, in the transactions in which they come to it. */
export interface OutcomeWriter {
  beforeCommit(transaction: Transaction): Promise<void>;
  committed(transaction: Transaction): void;
}

export function createOutcomeWriter(
  _telling: OutcomeTelling | undefined,
  _sources: Pick<Parts, 'random'> & { readonly now: () => number },
): OutcomeWriter {
  return { beforeCommit: async () => {}, committed() {} };
}

export function outbox(_parts: Parts) {
  return {
    dueMessages: async () => {
      throw new Error('dueMessages is not written yet');
    },
    nextMessageAt: async () => {
      throw new Error('nextMessageAt is not written yet');
    },
    removeMessage: async () => {
      throw new Error('removeMessage is not written yet');
    },
    putOffMessage: async () => {
      throw new Error('putOffMessage is not written yet');
    },
    dropMessages: async () => {
      throw new Error('dropMessages is not written yet');
    },
    outbox: async () => {
      throw new Error('outbox is not written yet');
    },
    alerts: async () => {
      throw new Error('alerts is not written yet');
    },
    saveAlerts: async () => {
      throw new Error('saveAlerts is not written yet');
    },
  } satisfies Partial<Store>;
}
