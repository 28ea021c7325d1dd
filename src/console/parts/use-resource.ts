import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { type ApiError, apiErrorOf } from '../api.ts';

/** The last response to a repeated request, and the reason if there is no newer one. */
export interface Resource<Value> {
  readonly value: Signal<Value | undefined>;
  readonly error: Signal<ApiError | undefined>;
  /** Loads the data at once. */
  readonly reload: () => Promise<void>;
}

const everyMs = { always: 5_000, once: 5_000, moving: 1_000 };

/**
 * Loads data while the page is visible. `key` identifies the request: when it changes, the last response is dropped. A
 * failed response leaves the previous one.
 */
export function useResource<Value>(
  key: string,
  load: (abort: AbortSignal) => Promise<Value>,
  /** `once`: the data never change while the bridge runs. `moving`: a person watches the data change. */
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
