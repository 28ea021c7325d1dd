import { parseDuration } from '../../config/schema/duration.ts';
import { UsageError } from '../surroundings.ts';

/** A moment as a person writes it: with a zone or without (the one of this machine), with or without its time. */
const written = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * The moment that an option says, as ISO 8601: a time, a day (its beginning, here), or how long before `now` (epoch
 * milliseconds) it is: `2h`. @throws UsageError where it is none of these
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
