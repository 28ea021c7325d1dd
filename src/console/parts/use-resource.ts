import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { type ApiError, apiErrorOf } from '../api.ts';

/** The last answer to a question that is asked again and again, and why there is no newer one. */
export interface Resource<Value> {
  readonly value: Signal<Value | undefined>;
  readonly error: Signal<ApiError | undefined>;
  /** Asks at once. */
  readonly reload: () => Promise<void>;
}

const everyMs = { always: 5_000, once: 5_000, moving: 1_000 };

/**
 * Asks while the page is visible. `key` says what is asked for: where it changes, the last answer is forgotten. An answer
 * that fails leaves the one before.
 */
export function useResource<Value>(
  key: string,
  load: (abort: AbortSignal) => Promise<Value>,
  /** `once`: what never changes while the bridge runs. `moving`: what a person watches while it goes on. */
  often: keyof typeof everyMs = 'always',
): Resource<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const ask = useCallback(
    async (abort: AbortSignal) => {
      try {
        const loaded = await load(abort);
        if (abort.aborted) return;
        value.value = loaded;
        error.value = undefined;
      } catch (caught) {
        if (!abort.aborted) error.value = apiErrorOf(caught);
      }
    },
    [key],
  );
  useEffect(() => {
    const leaving = new AbortController();
    value.value = undefined;
    error.value = undefined;
    void ask(leaving.signal);
    const isWanted = () =>
      document.visibilityState === 'visible' && (often !== 'once' || value.value === undefined);
    const timer = setInterval(() => {
      if (isWanted()) void ask(leaving.signal);
    }, everyMs[often]);
    const seen = () => {
      if (isWanted()) void ask(leaving.signal);
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [ask]);
  return { value, error, reload: () => ask(new AbortController().signal) };
}
