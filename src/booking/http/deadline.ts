const lastLookMs = 100;

/**
 * Calls `passed` after `timeoutMs`, the last part of it counted anew: a process that stood still for longer than the
 * whole (a machine that was paused) finds its timers passed before it reads the answers that wait for it. Answers what
 * has it not be called.
 */
export function callAfter(timeoutMs: number, passed: () => void): () => void {
  const lastMs = Math.min(lastLookMs, timeoutMs / 2);
  let timer = setTimeout(() => {
    timer = setTimeout(passed, lastMs);
  }, timeoutMs - lastMs);
  return () => clearTimeout(timer);
}

/** The same as a signal. */
export function deadline(timeoutMs: number): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, cancel: callAfter(timeoutMs, () => controller.abort()) };
}
