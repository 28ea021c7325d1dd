import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The delay of the event loop of this process. */
export interface LoopDelay {
  /** The average delay of a sample in milliseconds: the lower of the last two, to ignore single delays. */
  ms(): number;
  stop(): void;
}

const resolutionMs = 20;

/** Measures the delay of the event loop until `stop`, in samples of `sampleMs` milliseconds. */
export function watchLoopDelay(sampleMs = 1000): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let last = 0;
  let before = 0;
  const timer = setInterval(() => {
    // Nothing was measured while the loop was blocked; the next measurement includes that time.
    if (histogram.count === 0) return;
    before = last;
    last = Math.max(0, histogram.mean / 1e6 - resolutionMs);
    histogram.reset();
  }, sampleMs).unref();
  return {
    ms: () => Math.min(last, before),
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
