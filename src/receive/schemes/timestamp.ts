import type { SignaturePlace, TimestampPlace } from '../../config/sources/verify.ts';
import { measuredDuration } from '../../diagnostics/duration-words.ts';
import { readTime } from '../events/read-time.ts';
import { type Evidence, type Found, findHeader, findInBody, type Proof, unproved } from './evidence.ts';
import { timestampIn } from './signature.ts';

/** Returns the text of the timestamp at the place that the source sets. `signature`: the whole signature. */
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

/** Returns the text of the timestamp if the source sets its place and it is present. */
export function timestampOf(
  {
    timestamp,
    signature,
  }: { readonly timestamp: TimestampPlace | undefined; readonly signature: SignaturePlace },
  evidence: Evidence,
  text: string,
): string | undefined {
  const found = timestamp && findTimestamp(timestamp, evidence, { text, place: signature });
  return found?.proved ? found.text : undefined;
}

/** Checks that a timestamp is within the tolerance in both directions; a tolerance of 0 accepts any. */
export function checkAge(place: TimestampPlace, text: string, now: number): Proof {
  if (place.toleranceMs === 0) return { proved: true };
  const at = readTime(text, place.unit);
  const skewMs = at === undefined ? undefined : at - now;
  if (skewMs !== undefined && Math.abs(skewMs) <= place.toleranceMs) return { proved: true };
  const other = otherUnit(place.unit, text, now);
  if (other !== undefined)
    return unproved(`the timestamp looks like ${other}, and the source says \`unit: ${place.unit}\``);
  if (skewMs === undefined) return unproved('the timestamp cannot be read; is its unit right?');
  const apart = measuredDuration(Math.abs(skewMs));
  return {
    ...unproved(`the timestamp is ${apart} ${skewMs < 0 ? 'old' : 'ahead'}; is a clock wrong?`, 'time', {
      code: 'time',
      skewMs,
    }),
    skewMs,
  };
}

/** Below this distance from now, the unit of a timestamp can be detected by its size. */
const nearMs = 10 * 365 * 24 * 60 * 60 * 1000;

/** Describes the likely unit of a timestamp that is far from now in the configured unit. */
function otherUnit(unit: TimestampPlace['unit'], text: string, now: number): string | undefined {
  if (unit === 'any') return undefined;
  const isNear = (at: number | undefined) => at !== undefined && Math.abs(at - now) < nearMs;
  if (isNear(readTime(text, unit))) return undefined;
  const found = units.find(each => each !== unit && isNear(readTime(text, each)));
  return found && `${unitNames[found]}: \`unit: ${found}\``;
}

const units = ['s', 'ms', 'iso8601', 'any'] as const;

const unitNames: Readonly<Record<TimestampPlace['unit'], string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  iso8601: 'ISO 8601',
  any: 'microseconds, or the date of a mail',
};

/** Writes a timestamp as this source's sender would. */
export function writeTimestamp(unit: TimestampPlace['unit'], now: number): string {
  if (unit === 'iso8601') return new Date(now).toISOString();
  return String(unit === 'ms' ? now : Math.floor(now / 1000));
}
