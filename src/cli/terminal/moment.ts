import { parseDuration } from '../../config/schema/duration.ts';
import { UsageError } from '../surroundings.ts';

/** A time as people write it: with or without a zone (that of this machine), with or without the time of day. */
const written = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Returns the time of an option as ISO 8601: from a time, a day (its local beginning), or a duration before `now`
 * (epoch milliseconds) such as `2h`.
 * @throws UsageError for other formats
 */
export function momentOf(option: string, text: string, now: number): string {
  const ago = parseDuration(text);
  if (ago !== undefined) return new Date(now - ago).toISOString();
  const time = written.test(text) ? Date.parse(text.includes(':') ? text : `${text}T00:00`) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new UsageError(
    `--${option} takes a time such as "2026-02-28 08:00", a day, or how long ago it was: 45m, 2h, 3d`,
  );
}
