/** Runs work of which only the latest result counts. */
export interface Latest {
  /** Has it done soon; while it is being done, once more after that. */
  ask(): void;
  /** Cancels the running and the requested work. */
  stop(): void;
}

/** Runs work some time after the last request, one at a time. `work` shows its errors itself. */
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
