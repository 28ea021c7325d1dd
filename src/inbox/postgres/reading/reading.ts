import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function reading(_parts: Parts) {
  return {
    events: async () => {
      throw new Error('events is not written yet');
    },
    event: async () => {
      throw new Error('event is not written yet');
    },
    contents: async () => {
      throw new Error('contents is not written yet');
    },
    counts: async () => {
      throw new Error('counts is not written yet');
    },
  } satisfies Partial<Store>;
}
