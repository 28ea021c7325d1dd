const lastLookMs = 100;

/** A running timeout. */
export interface Deadline {
  /**
   * True if the time is over by the monotonic clock, which continues while the process is frozen and its timers do not
   * run.
   */
  isPast(): boolean;
  /** Stops the timeout; `passed` is not called. */
  cancel(): void;
}

/**
 * Calls `passed` after `timeoutMs`. The last part of the wait is a second timer: after a freeze longer than the
 * timeout (a paused machine), the first timer fires before the received responses are read.
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
