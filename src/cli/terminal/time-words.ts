import { plural } from '../../diagnostics/plural.ts';

/**
 * A time for people, in the zone of this machine, and how far it is from now:
 * `2026-11-21 23:12:45 +01:00, 3 minutes ago`. UTC is called so.
 */
export function timeInWords(iso: string, now: number): string {
  return `${localTime(iso)}, ${fromNow(iso, now)}`;
}

/** A time in the zone of this machine, and the zone: `2026-11-21 23:12:45 UTC`. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const minutes = -date.getTimezoneOffset();
  const [day, time] = new Date(date.getTime() + minutes * 60_000).toISOString().split(/[T.]/);
  return `${day} ${time} ${zoneOf(minutes)}`;
}

/** How far a time is from now, in the largest unit that fits: `3 minutes ago`, `in 2 hours`, `now`. */
export function fromNow(iso: string, now: number): string {
  const ms = Date.parse(iso) - now;
  const [unit, length] = units.find(([, each]) => Math.abs(ms) >= each) ?? [undefined, 1];
  if (unit === undefined) return 'now';
  const count = Math.floor(Math.abs(ms) / length);
  const words = `${count} ${plural(count, unit)}`;
  return ms < 0 ? `${words} ago` : `in ${words}`;
}

/** The same in few letters, for a table: `3 min ago`. */
export function fromNowShort(iso: string, now: number): string {
  return fromNow(iso, now)
    .replace(/second/, 'sec')
    .replace(/minute/, 'min')
    .replace(/(sec|min)s\b/, '$1');
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function zoneOf(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const two = (count: number) => String(count).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
