import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function planning(_parts: Parts) {
  return {
    plannable: async () => {
      throw new Error('plannable is not written yet');
    },
    planningNow: async () => {
      throw new Error('planningNow is not written yet');
    },
    plan: async () => {
      throw new Error('plan is not written yet');
    },
    splitAgain: async () => {
      throw new Error('splitAgain is not written yet');
    },
    planAgain: async () => {
      throw new Error('planAgain is not written yet');
    },
  } satisfies Partial<Store>;
}
