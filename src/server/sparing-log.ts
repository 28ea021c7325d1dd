import type { Clock } from '../inbox/clock.ts';
import type { Log } from './log.ts';

/** Writes a warning, unless the same one (by its key) was written in the last minute. */
export type SparingLog = (key: string, about: Readonly<Record<string, unknown>>, message: string) => void;

const quietMs = 60_000;
/** So many keys are kept apart in a minute; what comes beyond them counts as one. */
const mostKeys = 1_000;

/** A log that a flood cannot fill: one line a minute for each key, which says how many were left out before it. */
export function sparingLog(clock: Clock, log: Log): SparingLog {
  const written = new Map<string, { at: number; leftOut: number }>();
  function keptKey(key: string, now: number): string {
    if (written.has(key) || written.size < mostKeys) return key;
    for (const [each, { at }] of written) if (Math.abs(now - at) >= quietMs) written.delete(each);
    return written.size < mostKeys ? key : 'others';
  }

  return (wanted, about, message) => {
    const now = clock.now();
    const key = keptKey(wanted, now);
    const last = written.get(key);
    if (last && Math.abs(now - last.at) < quietMs) {
      last.leftOut += 1;
      return;
    }
    written.set(key, { at: now, leftOut: 0 });
    log.warn({ ...about, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, message);
  };
}
