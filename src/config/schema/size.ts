import * as z from 'zod';

const unitsBytes: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Parses a size (`64KiB`, `1MiB`) into bytes; `undefined` for any other text. */
export function parseSize(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,9})(B|KiB|MiB|GiB)$/.exec(text) ?? [];
  const unitBytes = unitsBytes[unit ?? ''];
  return unitBytes === undefined ? undefined : Number(digits) * unitBytes;
}

/** A schema for a size within bounds, which are sizes too. It gives bytes. */
export function size(atLeast: string, atMost: string) {
  const range = `a size from ${atLeast} to ${atMost}`;
  const allowed = `${range}, such as 64KiB or 1MiB`;
  const min = parseSize(atLeast) ?? 0;
  const max = parseSize(atMost) ?? Number.POSITIVE_INFINITY;
  return z
    .string(allowed)
    .regex(/^\d{1,9}(B|KiB|MiB|GiB)$/, allowed)
    .refine(text => {
      const bytes = parseSize(text);
      return bytes === undefined || (bytes >= min && bytes <= max);
    }, allowed)
    .meta({ allowed: range })
    .transform(text => parseSize(text) ?? 0);
}
