import type { Time } from './time/time.ts';

/** A kind of work that may take long: a round waits for a share of it only. */
export interface WorkInShares {
  /**
   * Starts the work if it is not running, and waits for its end, but at most for its share. After that the work
   * continues in the background, and nobody starts it again meanwhile.
   * @throws the error of the work, also if it occurred after its share
   */
  share(): Promise<void>;
  /** The same, but waits for its end however long that takes. */
  whole(): Promise<void>;
  isUnderWay(): boolean;
  /** Resolves when the work is not running any more, whatever error it threw. */
  ended(): Promise<void>;
}

/** The time for which a round waits for each kind of work, in milliseconds. */
const shareMs = 100;

/** Makes the shares of a kind of work. `over` is called where its end came after its share. */
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
