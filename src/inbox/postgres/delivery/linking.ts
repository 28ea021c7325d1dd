import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function linking(_parts: Parts) {
  return {
    findLink: async () => {
      throw new Error('findLink is not written yet');
    },
    putLink: async () => {
      throw new Error('putLink is not written yet');
    },
    addLink: async () => {
      throw new Error('addLink is not written yet');
    },
    links: async () => {
      throw new Error('links is not written yet');
    },
  } satisfies Partial<Store>;
}
