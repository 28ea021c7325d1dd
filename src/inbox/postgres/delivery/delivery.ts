import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function delivery(_parts: Parts) {
  return {
    claim: async () => {
      throw new Error('claim is not written yet');
    },
    release: async () => {
      throw new Error('release is not written yet');
    },
    nextDueAt: async () => {
      throw new Error('nextDueAt is not written yet');
    },
    newerDelivered: async () => {
      throw new Error('newerDelivered is not written yet');
    },
    lastApplied: async () => {
      throw new Error('lastApplied is not written yet');
    },
    begin: async () => {
      throw new Error('begin is not written yet');
    },
    settle: async () => {
      throw new Error('settle is not written yet');
    },
    expire: async () => {
      throw new Error('expire is not written yet');
    },
  } satisfies Partial<Store>;
}
