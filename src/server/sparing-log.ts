import type { Clock } from '../inbox/clock.ts';
import type { Log } from './log.ts';

/** Writes a warning, unless the same one (by its key) was written in the last minute. */
export type SparingLog = (key: string, about: Readonly<Record<string, unknown>>, message: string) => void;

const quietMs = 60_000;

/** A log that a flood cannot fill: one line a minute for each key, which says how many were left out before it. */
export function sparingLog(clock: Clock, log: Log): SparingLog {
  const written = new Map<string, { at: number; leftOut: number }>();
  return (key, about, message) => {
    const now = clock.now();
    const last = written.get(key);
    if (last && Math.abs(now - last.at) < quietMs) {
      last.leftOut += 1;
      return;
    }
    written.set(key, { at: now, leftOut: 0 });
    log.warn({ ...about, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, message);
  };
}
