import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 500;
/** The maximum share of work in a half second that counts as idle. */
const stillShare = 0.02;

/**
 * Frees the memory that only the start needed, once, in the first idle half second: V8 keeps some 13 MiB of room for
 * young objects permanently, and takes it again under load. The process is blocked for about 40 ms.
 */
export function giveBackMemory(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > stillShare) return;
    clearInterval(timer);
    collect();
  }, lookEveryMs);
  timer.unref();
}

/** Node leaves the collector out of a program's reach unless it is started with an option; the flag alone will do. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
