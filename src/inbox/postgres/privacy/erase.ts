import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function erasure(_parts: Parts) {
  return {
    erase: async () => {
      throw new Error('erase is not written yet');
    },
    previewErasure: async () => {
      throw new Error('previewErasure is not written yet');
    },
  } satisfies Partial<Store>;
}
