import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function refusals(_parts: Parts) {
  return {
    refuse: async () => {
      throw new Error('refuse is not written yet');
    },
    refusals: async () => {
      throw new Error('refusals is not written yet');
    },
    refusal: async () => {
      throw new Error('refusal is not written yet');
    },
    acceptRefusal: async () => {
      throw new Error('acceptRefusal is not written yet');
    },
  } satisfies Partial<Store>;
}
