import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function decisions(_parts: Parts) {
  return {
    previewReplay: async () => {
      throw new Error('previewReplay is not written yet');
    },
    replay: async () => {
      throw new Error('replay is not written yet');
    },
    discard: async () => {
      throw new Error('discard is not written yet');
    },
    resolve: async () => {
      throw new Error('resolve is not written yet');
    },
    record: async () => {
      throw new Error('record is not written yet');
    },
    audit: async () => {
      throw new Error('audit is not written yet');
    },
  } satisfies Partial<Store>;
}
