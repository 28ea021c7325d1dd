import * as z from 'zod';

/** A schema for a non-empty text. */
export function text(allowed = 'a text that is not empty') {
  return asText(z.string(allowed).min(1, allowed));
}

/** Applies `schema` to a text. A number is used as it is written, so `token: 4711` needs no quotes. */
export function asText<Schema extends z.ZodType<unknown, string>>(schema: Schema) {
  return z.preprocess(value => (typeof value === 'number' ? String(value) : value), schema);
}

/** A schema for a number within bounds. Digits as text are allowed, as a variable gives text. */
export function number(min: number, max: number) {
  const allowed = `a number from ${min} to ${max}`;
  return z.preprocess(
    value => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    z.number(allowed).min(min, allowed).max(max, allowed).meta({ allowed }),
  );
}

/** A schema for a whole number within bounds. Digits as text are allowed, as a variable gives text. */
export function wholeNumber(min: number, max: number) {
  const allowed = `a whole number from ${min} to ${max}`;
  return z.preprocess(
    value => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int(allowed).min(min, allowed).max(max, allowed).meta({ allowed }),
  );
}

/** A schema for true or false. The words as text are allowed, as a variable gives text. */
export function flag() {
  return z.preprocess(
    value => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean('true or false'),
  );
}

/** The name of a source or a destination. URLs and file names contain it. */
export const name = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,62}$/,
    'up to 63 lower-case letters, digits, hyphens and underscores, the first a letter or a digit',
  );
