import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 500;
/** The maximum share of busy time in an idle half second. */
const idleShare = 0.02;

/**
 * Frees the memory that only the start needed, in the first idle half second. Otherwise V8 keeps some 13 MiB for
 * young objects permanently; it allocates them again under load. This blocks the process for about 40 ms.
 */
export function freeStartMemory(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > idleShare) return;
    clearInterval(timer);
    collect();
  }, lookEveryMs);
  timer.unref();
}

/** Node gives a program the collector only with an option; setting the flag at run time is enough. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
