import type { Log } from '../../log/log.ts';

const lookEveryMs = 1_000;
/** A busy moment is shorter. */
const toldFromMs = 5_000;

/**
 * Tells when this process goes on after it stood still: it was stopped, its machine had no processor for it, or something
 * in it took as long. Answers what ends the watch.
 */
export function watchStandstill(log: Log): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const ms = Math.round(now - last - lookEveryMs);
    last = now;
    if (ms >= toldFromMs) log.warn({ ms }, 'this process stood still');
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}
