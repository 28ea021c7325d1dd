import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function intake(_parts: Parts) {
  return {
    add: async () => {
      throw new Error('add is not written yet');
    },
  } satisfies Partial<Store>;
}
