const lastLookMs = 100;

/** A time that is running out. */
export interface Deadline {
  /** Whether it is over by the monotonic clock, which goes on while the process stands still and its timers do not. */
  isPast(): boolean;
  /** Has nothing be called any more. */
  cancel(): void;
}

/**
 * Calls `passed` after `timeoutMs`, the last part of it counted anew: a process that stood still for longer than the
 * whole (a machine that was paused) finds its timers passed before it reads the answers that wait for it.
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

/** The same as a signal. */
export function deadline(timeoutMs: number): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const { cancel } = startDeadline(timeoutMs, () => controller.abort());
  return { signal: controller.signal, cancel };
}
