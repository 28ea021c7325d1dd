const lastLookMs = 100;

/** A time that is running out. */
export interface Deadline {
  /**
   * True if the time is over by the monotonic clock, which continues while the process is frozen and its timers do not
   * run.
   */
  isPast(): boolean;
  /** Has nothing be called any more. */
  cancel(): void;
}

/**
 * Calls `passed` after `timeoutMs`. The last part is measured again: after a freeze longer than the whole time (a
 * paused machine), timers fire before the waiting responses are read.
 */
export function startDeadline(timeoutMs: number, passed: () => void): Deadline {
  const lastMs = Math.min(lastLookMs, timeoutMs / 2);
  const startedAt = performance.now();
  let timer = setTimeout(() => {
    timer = setTimeout(passed, lastMs);
  }, timeoutMs - lastMs);
  return {
    isPast: () => performance.now() - startedAt > timeoutMs,
    cancel: () => clearTimeout(timer),
  };
}

/** Returns the deadline as an abort signal. */
export function deadline(timeoutMs: number): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const { cancel } = startDeadline(timeoutMs, () => controller.abort());
  return { signal: controller.signal, cancel };
}
