/** Work of which only the latest result matters. */
export interface Latest {
  /** Requests a run. A request during a run causes one more run afterwards. */
  ask(): void;
  /** Cancels the running and the requested work. */
  stop(): void;
}

/** Runs work a set time after the last request, one run at a time. `work` handles its own errors. */
export function createLatest(work: (abort: AbortSignal) => Promise<void>, waitMs: number): Latest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let isAskedAgain = false;
  async function start(): Promise<void> {
    running = new AbortController();
    isAskedAgain = false;
    const { signal } = running;
    await work(signal);
    running = undefined;
    if (isAskedAgain && !signal.aborted) void start();
  }
  return {
    ask() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (running) isAskedAgain = true;
        else void start();
      }, waitMs);
    },
    stop() {
      clearTimeout(timer);
      isAskedAgain = false;
      running?.abort();
    },
  };
}
