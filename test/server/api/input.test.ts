import { expect, it } from 'vitest';
import * as z from 'zod';
import { checkInput } from '../../../src/server/api/input.ts';

const schema = z.strictObject({
  outcome: z.enum(['booked', 'give-up']).optional(),
  force: z.boolean().optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  who: z.string().min(1).optional(),
  either: z.union([z.string(), z.number()]).optional(),
});

it.each<[unknown, string]>([
  [[], 'the body must be a map of keys and values'],
  [{ outcome: 'done' }, 'outcome: must be booked or give-up'],
  [{ force: 'yes' }, 'force: must be true or false'],
  [{ limit: 'abc' }, 'limit: must be a number'],
  [{ limit: 1.5 }, 'limit: must be a whole number'],
  [{ limit: 0 }, 'limit: must be at least 1'],
  [{ who: '' }, 'who: must be a text that is not empty'],
  [{ either: true }, 'either: must be of another form'],
  [{ force: 1, foo: 1, bar: 2 }, 'force: must be true or false; there is no key "foo" and no "bar"'],
])('reports the fault in %j in plain words', (value, words) => {
  const input = checkInput(schema, value);
  expect(input.kind === 'answer' && JSON.parse(String(input.answer.body)).error).toBe(words);
});
