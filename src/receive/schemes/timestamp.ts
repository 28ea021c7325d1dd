import type { SignaturePlace, TimestampPlace } from '../../config/config.ts';
import { measuredDuration } from '../../diagnostics/duration-words.ts';
import { readTime } from '../events/read-time.ts';
import { type Evidence, type Found, findHeader, findInBody, type Proof, unproved } from './evidence.ts';
import { timestampIn } from './signature.ts';

/** Finds the timestamp's text where the source says it stands. `signature` is the text of the whole signature. */
export function findTimestamp(
  place: TimestampPlace,
  evidence: Evidence,
  signature: { readonly text: string; readonly place: SignaturePlace },
): Found {
  if (place.in === 'header') return findHeader(evidence, place.name ?? '');
  if (place.in === 'body') return findInBody(evidence, place.path ?? '');
  const text = timestampIn(signature.text, signature.place, place.key);
  return text === undefined
    ? unproved('the signature does not hold exactly one timestamp')
    : { proved: true, text };
}

/** Whether a timestamp is within the tolerance, both ways; a tolerance of 0 takes any. */
export function checkAge(place: TimestampPlace, text: string, now: number): Proof {
  if (place.toleranceMs === 0) return { proved: true };
  const at = readTime(text, place.unit);
  if (at === undefined) return unproved('the timestamp cannot be read; is its unit right?');
  const skewMs = at - now;
  if (Math.abs(skewMs) <= place.toleranceMs) return { proved: true };
  const apart = measuredDuration(Math.abs(skewMs));
  return {
    ...unproved(`the timestamp is ${apart} ${skewMs < 0 ? 'old' : 'ahead'}; is a clock wrong?`),
    skewMs,
  };
}

/** A timestamp as this source's sender would write it. */
export function writeTimestamp(unit: TimestampPlace['unit'], now: number): string {
  if (unit === 'iso8601') return new Date(now).toISOString();
  return String(unit === 'ms' ? now : Math.floor(now / 1000));
}
