import type { Time } from './time/time.ts';

/** Work that may take long: a round waits only for a share of it. */
export interface WorkInShares {
  /**
   * Starts the work unless it is running, and waits for its end, but at most for its share. Then the work continues
   * in the background, and is not started again meanwhile.
   * @throws the error of the work, also if it occurred after its share
   */
  share(): Promise<void>;
  /** Does the same, but waits for the end however long that takes. */
  whole(): Promise<void>;
  isUnderWay(): boolean;
  /** Resolves when the work is no longer running, also if it failed. */
  ended(): Promise<void>;
}

/** The time for which a round waits for each kind of work, in milliseconds. */
const shareMs = 100;

/** Divides work into shares. `over` is called if the work ends after its share. */
export function inShares(
  work: () => Promise<void>,
  time: Pick<Time, 'after'>,
  over: () => void,
): WorkInShares {
  let running: Promise<void> | undefined;
  let trouble: { readonly error: unknown } | undefined;

  function begin(): Promise<void> {
    return work()
      .catch(error => {
        trouble = { error };
      })
      .finally(() => {
        running = undefined;
      });
  }

  function throwTrouble(): void {
    if (!trouble) return;
    const { error } = trouble;
    trouble = undefined;
    throw error;
  }

  return {
    async share() {
      running ??= begin();
      const isOver = await endsWithin(running, time);
      if (!isOver) void running?.then(over);
      throwTrouble();
    },
    async whole() {
      running ??= begin();
      await running;
      throwTrouble();
    },
    isUnderWay: () => running !== undefined,
    ended: async () => running,
  };
}

async function endsWithin(work: Promise<void>, time: Pick<Time, 'after'>): Promise<boolean> {
  let cancel = () => {};
  const later = new Promise<boolean>(resolve => {
    cancel = time.after(shareMs, () => resolve(false));
  });
  const ended = await Promise.race([work.then(() => true), later]);
  cancel();
  return ended;
}
