import type { WatchFolder } from './folder-hints.ts';

/** A resource that is checked regularly. */
export interface Polling {
  readonly folder: string;
  readonly hints: WatchFolder;
  /** The wait after a hint, in milliseconds. */
  readonly hintMs: number;
  /** Looks once; answers in how many milliseconds to look again. Must not throw. */
  look(isEnded: () => boolean): Promise<number>;
}

/** Looks at a folder again and again, one look at a time, and sooner after a hint. The answer ends it. */
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
    // A look at thousands of files takes a while: where hints never end, half of the time is left to everything else.
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
