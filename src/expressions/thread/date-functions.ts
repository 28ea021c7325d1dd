import type jsonata from 'jsonata';
import { ExpressionFailed } from '../expression.ts';
import type { Bounded, Implementation } from './text-functions.ts';

/**
 * JSONata's functions for dates without their wrong guesses: `$fromMillis` reads the zone `+02:00` as two
 * minutes, and `$toMillis` turns 31 February into a day in March. All other results are those of JSONata.
 */
export const dateFunctions: readonly Bounded[] = [
  { name: 'fromMillis', signature: '<n-s?s?:s>', bound: withReadableZone },
  { name: 'toMillis', signature: '<s-s?:n>', bound: withRealDays },
];

function withReadableZone(original: Implementation): Implementation {
  return function (this: jsonata.Focus, millis: unknown, picture: unknown, zone: unknown) {
    if (typeof millis !== 'number' || typeof zone !== 'string') {
      return original.call(this, ...([millis, picture, zone] as never[]));
    }
    const { written, behindMs } = readableZone(zone);
    if (behindMs > 0 && (typeof picture !== 'string' || /\[\s*[Zz]/.test(picture))) throw unreadable();
    return original.call(this, ...([millis + behindMs, picture, written] as never[]));
  };
}

/**
 * Returns an offset in the form that JSONata reads, `+0200`, and the error of JSONata's reading: one hour for
 * a negative offset with minutes (it reads `-0530` as -06:30).
 */
function readableZone(zone: string): { readonly written: string; readonly behindMs: number } {
  if (zone.toUpperCase() === 'Z') return { written: '+0000', behindMs: 0 };
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(zone) ?? [];
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) throw unreadable();
  return { written: `${sign}${hours}${minutes}`, behindMs: sign === '-' && minutes !== '00' ? 3_600_000 : 0 };
}

function unreadable(): ExpressionFailed {
  const message =
    'A zone of $fromMillis is an offset, written +0200; for a named zone, use as: date with zone.';
  return new ExpressionFailed('expression/failed', message);
}

/** Parts of a picture that JSONata reads and writes differently: zones, names of days, AM and PM. */
const readOtherwise = /\[\s*[ZzFPfC]/;

function withRealDays(original: Implementation): Implementation {
  return function (this: jsonata.Focus, text: unknown, picture: unknown) {
    const millis: unknown = original.call(this, ...([text, picture] as never[]));
    if (typeof millis !== 'number' || typeof text !== 'string') return millis;
    const isReal =
      typeof picture === 'string'
        ? readOtherwise.test(picture) || isSame(write(this, millis, picture), text)
        : isRealIsoDay(text);
    if (isReal) return millis;
    throw new ExpressionFailed('expression/failed', '$toMillis was given a day that no month has.');
  };
}

function write(focus: jsonata.Focus, millis: number, picture: string): string {
  const { implementation } = focus.environment.lookup('fromMillis') as { implementation: Implementation };
  return String(implementation.call(focus, ...([millis, picture, undefined] as never[])));
}

/** Two digits of a year are accepted: 88 is read as 1988. */
function isSame(written: string, text: string): boolean {
  const wanted = comparable(text);
  return [written, written.replace(/19(\d\d)/, '$1')].some(each => comparable(each) === wanted);
}

/** Removes zeros before numbers, and converts to lower case. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, digits => String(BigInt(digits)))
    .trim();
}

function isRealIsoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (day === undefined) return true;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}
