import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function times(_parts: Parts) {
  return {
    moveTimes: async () => {
      throw new Error('moveTimes is not written yet');
    },
    deletionTime: async () => {
      throw new Error('deletionTime is not written yet');
    },
  } satisfies Partial<Store>;
}
