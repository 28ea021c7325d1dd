import { type Signal, useSignal } from '@preact/signals';
import { type ApiError, apiErrorOf } from '../api.ts';

/** Work that a person or a page begins, and why the last of it failed. */
export interface Task {
  readonly error: Signal<ApiError | undefined>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** The same, unless this is under way: a double click is one. */
  readonly once: (work: () => Promise<void>) => Promise<void>;
}

/** Keeps the error of an action, so that it can be shown. */
export function useTask(): Task {
  const error = useSignal<ApiError | undefined>(undefined);
  const isBusy = useSignal(false);
  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      error.value = undefined;
    } catch (caught) {
      error.value = apiErrorOf(caught);
    }
  }
  return {
    error,
    run,
    async once(work) {
      if (isBusy.peek()) return;
      isBusy.value = true;
      await run(work);
      isBusy.value = false;
    },
  };
}
