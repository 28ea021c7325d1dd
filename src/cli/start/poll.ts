import type { WatchFolder } from './folder-hints.ts';

/** A resource that is checked regularly. */
export interface Polling {
  readonly folder: string;
  readonly hints: WatchFolder;
  /** The wait after a hint, in milliseconds. */
  readonly hintMs: number;
  /** Checks once; returns the milliseconds until the next check. Must not throw. */
  look(isEnded: () => boolean): Promise<number>;
}

/** Checks a folder regularly, one check at a time, and sooner after a hint. Returns a function to end it. */
export function poll({ folder, hints: watchFolder, hintMs, look }: Polling): () => void {
  let ended = false;
  let looking = false;
  let hinted = false;
  let timer: NodeJS.Timeout | undefined;
  const hints = watchFolder(folder, () => {
    if (!hinted && !looking) lookIn(hintMs);
    hinted = true;
  });

  function lookIn(ms: number): void {
    clearTimeout(timer);
    if (ended) return;
    timer = setTimeout(() => void lookOnce(), ms);
    timer.unref();
  }

  async function lookOnce(): Promise<void> {
    looking = true;
    hinted = false;
    const begun = performance.now();
    await hints.renew();
    const waitMs = await look(() => ended);
    looking = false;
    // Checking thousands of files takes a while: with constant hints, half of the time is left for other work.
    const hintedMs = Math.max(hintMs, performance.now() - begun);
    lookIn(hinted ? Math.min(hintedMs, waitMs) : waitMs);
  }

  lookIn(0);
  return () => {
    ended = true;
    clearTimeout(timer);
    hints.end();
  };
}
