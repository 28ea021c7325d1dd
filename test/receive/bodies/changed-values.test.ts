import { expect, it } from 'vitest';
import { changedValues } from '../../../src/receive/bodies/changed-values.ts';

it.each([
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c: 2 -> 3']],
  [{ a: 1 }, { b: { 'e-mail': 'x' } }, ['a: 1 -> undefined', 'b: undefined -> {"e-mail":"x"}']],
  [{ a: [{ 'x.y': 1 }, 2] }, { a: [{ 'x.y': null }, 2] }, ['a[0].`x.y`: 1 -> null']],
  [{ a: [1, 2] }, { a: [1] }, ['a: [1,2] -> [1]']],
  ['one', 'two', [': "one" -> "two"']],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  [{}, { constructor: 2 }, ['constructor: undefined -> 2']],
])('lists the differences between %j and %j', (before, after, expected) => {
  const text = changedValues(before, after).map(
    each => `${each.path}: ${JSON.stringify(each.before)} -> ${JSON.stringify(each.after)}`,
  );
  expect(text).toEqual(expected);
});
