import * as z from 'zod';

const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Parses a duration (`250ms`, `15s`, `5m`, `1h`, `30d`) into milliseconds; `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const unitMs = unitsMs[unit ?? ''];
  return unitMs === undefined ? undefined : Number(digits) * unitMs;
}

/** A schema for a duration within bounds, which are durations too. It gives milliseconds. */
export function duration(atLeast: string, atMost: string) {
  const range = `a duration from ${atLeast} to ${atMost}`;
  const allowed = `${range}, such as 250ms, 15s, 5m, 1h or 30d`;
  const min = parseDuration(atLeast) ?? 0;
  const max = parseDuration(atMost) ?? Number.POSITIVE_INFINITY;
  return z
    .string(allowed)
    .regex(/^\d{1,9}(ms|s|m|h|d)$/, allowed)
    .refine(text => {
      const ms = parseDuration(text);
      return ms === undefined || (ms >= min && ms <= max);
    }, allowed)
    .meta({ allowed: range })
    .transform(text => parseDuration(text) ?? 0);
}
