import { type Signal, useSignal } from '@preact/signals';
import { type ApiError, apiErrorOf } from '../api.ts';

/** Work that a person or a page starts, and the error of the last run. */
export interface Task {
  readonly error: Signal<ApiError | undefined>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Runs the work unless it is running already, so that a double click counts once. */
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
