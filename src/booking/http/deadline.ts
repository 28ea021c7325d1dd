const lastLookMs = 100;

/**
 * A signal that comes after `timeoutMs`, the last part of it counted anew: a process that stood still for longer than
 * the whole (a machine that was paused) finds its timers passed before it reads the answers that wait for it.
 */
export function deadline(timeoutMs: number): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const lastMs = Math.min(lastLookMs, timeoutMs / 2);
  let timer = setTimeout(() => {
    timer = setTimeout(() => controller.abort(), lastMs);
  }, timeoutMs - lastMs);
  return { signal: controller.signal, cancel: () => clearTimeout(timer) };
}
