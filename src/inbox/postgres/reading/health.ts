import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function health(_parts: Parts) {
  return {
    health: async () => {
      throw new Error('health is not written yet');
    },
    room: async () => {
      throw new Error('room is not written yet');
    },
  } satisfies Partial<Store>;
}
