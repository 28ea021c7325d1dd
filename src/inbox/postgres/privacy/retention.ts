import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function retention(_parts: Parts) {
  return {
    prune: async () => {
      throw new Error('prune is not written yet');
    },
  } satisfies Partial<Store>;
}
