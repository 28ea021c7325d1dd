import { describe, expect, it } from 'vitest';
import { conditionParts } from '../../src/expressions/comparisons/condition-parts.ts';

describe('a condition', () => {
  it.each([
    ['form.id = "intake"', '=', ['form.id', '"intake"']],
    ['(a != 1)', '!=', ['a', '1']],
    ['a.b = "x" and c > 3', 'and', ['a.b = "x"', 'c > 3']],
    ['a = 1 and b = 2 or c', 'or', ['a = 1 and b = 2', 'c']],
    ['a = 1 and (b = 2 or c)', 'and', ['a = 1', '(b = 2 or c)']],
    ['x in ["a", "b"]', 'in', ['x', '["a", "b"]']],
    ['$number(age)>=18', '>=', ['$number(age)', '18']],
    ['$headers."x = y" = "a and b"', '=', ['$headers."x = y"', '"a and b"']],
    ['$not($exists(a))', 'not', ['$exists(a)']],
    ['band = nand', '=', ['band', 'nand']],
    ['items[a = 1].b = 2', '=', ['items[a = 1].b', '2']],
  ])('%s is split at its outermost operator', (source, operator, sides) => {
    expect(conditionParts(source)).toEqual({ operator, sides });
  });

  it.each(['a', '$exists(a)', 'a ? b : c', 'a &', '(a; b = 1)', '$not(a) & "x"', '1 + 2', 'items[a = 1]'])(
    '%s has no sides',
    source => {
      expect(conditionParts(source)).toBeUndefined();
    },
  );
});
