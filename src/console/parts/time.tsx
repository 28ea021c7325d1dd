import { signal } from '@preact/signals';
import { language } from '../words/words.ts';

/** The current time, updated regularly, so that "3 minutes ago" stays true. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 10_000);

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/**
 * Returns a time relative to now: "3 minutes ago". A past event never appears as future, even if the clock of the
 * bridge is ahead of the browser's, or the page has not read its clock for ten seconds.
 */
export function agoWords(iso: string): string {
  return relativeWords(Math.min(0, Date.parse(iso) - now.value));
}

/** Returns the words for a time in the future; a past time is "now". */
export function untilWords(iso: string): string {
  return relativeWords(Math.max(0, Date.parse(iso) - now.value));
}

function relativeWords(ms: number): string {
  const [unit, size] = units.find(each => Math.abs(ms) >= each[1]) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }).format(Math.round(ms / size), unit);
}

/** A span of time as people say it: "3 min". */
export function spanWords(seconds: number): string {
  const [unit, size] = units.find(each => seconds * 1_000 >= each[1]) ?? ['second', 1_000];
  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format((seconds * 1_000) / size);
}

/** Returns a time of day, with the date if it is not today: "14:02", "3 March, 14:02". */
export function clockWords(iso: string): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date(now.value).toDateString();
  return at.toLocaleString(language.value, {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { day: 'numeric', month: 'long' }),
  });
}

/** Shows a time relative to now, with the exact time as its title. */
export function Ago({ at }: { readonly at: string }) {
  const exact = new Date(at).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <time dateTime={at} title={exact}>
      {agoWords(at)}
    </time>
  );
}

/** The wait after the last keystroke before a correction is tried. Milliseconds. */
const restMs = 300;

/** Runs the work when nothing was typed for a while; returns a function that cancels it. */
export function afterRest(work: () => void): () => void {
  const later = setTimeout(work, restMs);
  return () => clearTimeout(later);
}

/** Lets some time pass. */
export function pause(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
