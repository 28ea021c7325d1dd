import type { Log } from '../../log/log.ts';

const lookEveryMs = 1_000;
/** Shorter standstills are normal under load. */
const toldFromMs = 5_000;

/**
 * Logs when this process continues after a standstill: it was frozen, its machine had no processor time for it, or a
 * part of it blocked the others. Returns the function that ends the watch.
 */
export function watchStandstill(log: Log): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const ms = Math.round(now - last - lookEveryMs);
    last = now;
    if (ms >= toldFromMs) log.warn({ ms }, 'process stalled');
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}
