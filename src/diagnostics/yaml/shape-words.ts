import type { z } from 'zod';

/** One issue of a zod parse. */
export type ShapeIssue = z.core.$ZodIssue;

/**
 * An error map for zod: each message names the allowed values, to follow "must be". The message of an unknown
 * key lists the allowed keys, one a line; the message of a union is empty, since its branches describe it.
 */
export const allowedWords: z.core.$ZodErrorMap = issue => {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return valueWords(issue.values);
    case 'unrecognized_keys':
      return shapeKeys(issue.inst).join('\n');
    case 'too_small':
      return limitWords('at least', issue.minimum, issue.origin);
    case 'too_big':
      return limitWords('at most', issue.maximum, issue.origin);
    case 'invalid_union':
      return '';
    default:
      return 'of another form';
  }
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
  null: 'empty',
};

function valueWords(values: readonly unknown[]): string {
  // A single sign is quoted, so that it does not look like punctuation.
  const texts = values.map(value => (/^\W$/.test(String(value)) ? `"${value}"` : String(value)));
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function limitWords(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') {
    return limit === 1n || limit === 1
      ? 'a text that is not empty'
      : `a text of ${bound} ${limit} characters`;
  }
  if (origin === 'array') {
    return limit === 1 && bound === 'at least'
      ? 'a list that is not empty'
      : `a list of ${bound} ${limit} entries`;
  }
  return `${bound} ${limit}`;
}

function shapeKeys(schema: unknown): string[] {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}
