import type { TimestampPlace } from '../../config/config.ts';
import { type Evidence, type Found, findHeader, findInBody, type Proof, unproved } from './evidence.ts';
import { pairValues } from './signature.ts';

/** Finds the timestamp's text where the source says it stands. `signature` is the text of the whole signature. */
export function findTimestamp(
  place: TimestampPlace,
  evidence: Evidence,
  signature: string,
  separator: string,
): Found {
  if (place.in === 'header') return findHeader(evidence, place.name ?? '');
  if (place.in === 'body') return findInBody(evidence, place.path ?? '');
  const [text, ...more] = pairValues(signature, separator, place.key ?? '');
  if (!text || more.length > 0) return unproved('the signature does not hold exactly one timestamp');
  return { proved: true, text };
}

/** Whether a timestamp is within the tolerance, both ways; a tolerance of 0 takes any. */
export function checkAge(place: TimestampPlace, text: string, now: number): Proof {
  if (place.toleranceMs === 0) return { proved: true };
  const at = parseTimestamp(place.unit, text);
  if (at === undefined) return unproved('the timestamp cannot be read; is its unit right?');
  const age = now - at;
  if (Math.abs(age) <= place.toleranceMs) return { proved: true };
  const apart = inWords(Math.abs(age));
  return unproved(`the timestamp is ${apart} ${age > 0 ? 'old' : 'ahead'}; is a clock wrong?`);
}

/** A timestamp as this source's sender would write it. */
export function writeTimestamp(unit: TimestampPlace['unit'], now: number): string {
  if (unit === 'iso8601') return new Date(now).toISOString();
  return String(unit === 'ms' ? now : Math.floor(now / 1000));
}

const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i;

function parseTimestamp(unit: TimestampPlace['unit'], text: string): number | undefined {
  if (unit === 'iso8601' || (unit === 'any' && isoTime.test(text))) return parseIsoTime(text);
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text)) return undefined;
  const number = Number(text);
  // As seconds, 1e11 is the year 5138; as milliseconds it is 1973.
  const isMs = unit === 'ms' || (unit === 'any' && number >= 1e11);
  return isMs ? number : number * 1000;
}

function parseIsoTime(text: string): number | undefined {
  const zone = isoTime.exec(text)?.[3];
  const at = isoTime.test(text) ? Date.parse(zone === undefined ? `${text}Z` : text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function inWords(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const;
  const [name, size] = units.find(([, each]) => ms >= 2 * each) ?? ['second', 1000];
  const count = Math.floor(ms / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
