import { type Signal, useSignal } from '@preact/signals';
import { type ApiError, apiErrorOf } from '../api.ts';

/** Work that a person or a page begins, and why the last of it failed. */
export interface Task {
  readonly error: Signal<ApiError | undefined>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** Keeps the error of an action, so that it can be shown. */
export function useTask(): Task {
  const error = useSignal<ApiError | undefined>(undefined);
  return {
    error,
    async run(work) {
      try {
        await work();
        error.value = undefined;
      } catch (caught) {
        error.value = apiErrorOf(caught);
      }
    },
  };
}
