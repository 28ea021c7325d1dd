import { roughDuration } from '../../diagnostics/duration-words.ts';

/**
 * Formats a time in the zone of this machine, with its distance from now: `2026-11-21 23:12:45 +01:00, 3
 * minutes ago`. UTC is written as `UTC`.
 */
export function timeInWords(iso: string, now: number): string {
  return `${localTime(iso)}, ${fromNow(iso, now)}`;
}

/** The same for a past event: never in the future, although the bridge's clock may differ. */
export function pastTimeInWords(iso: string, now: number): string {
  return `${localTime(iso)}, ${timeAgo(iso, now)}`;
}

/** Formats a time in the zone of this machine, with the zone: `2026-11-21 23:12:45 UTC`. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const minutes = -date.getTimezoneOffset();
  const [day, time] = new Date(date.getTime() + minutes * 60_000).toISOString().split(/[T.]/);
  return `${day} ${time} ${zoneOf(minutes)}`;
}

/** Returns the distance of a time from now, in the largest unit that fits: `3 minutes ago`, `in 2 hours`, `now`. */
export function fromNow(iso: string, now: number): string {
  const ms = Date.parse(iso) - now;
  if (Math.abs(ms) < 1_000) return 'now';
  const words = roughDuration(Math.abs(ms));
  return ms < 0 ? `${words} ago` : `in ${words}`;
}

/** The same for a past event: `now` if another clock puts it in the future. */
export function timeAgo(iso: string, now: number): string {
  return fromNow(iso, Math.max(now, Date.parse(iso)));
}

/** The same in a short form, for a table: `3 min ago`. */
export function timeAgoShort(iso: string, now: number): string {
  return timeAgo(iso, now)
    .replace(/second/, 'sec')
    .replace(/minute/, 'min')
    .replace(/(sec|min)s\b/, '$1');
}

function zoneOf(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const two = (count: number) => String(count).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
