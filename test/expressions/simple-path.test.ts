import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { simplePath } from '../../src/expressions/paths/simple-path.ts';

describe('a simple path', () => {
  it.each(['a', 'a.b', '_a.b_1.C', '$answers.email', '$headers.x.y', 'a.constructor.__proto__'])(
    'has the result of JSONata: %s',
    source => {
      expect(simplePath(source)).toEqual(jsonata(source).ast());
    },
  );

  it.each([
    'and',
    'a.or',
    'in.a',
    'true',
    'a.null',
    'function',
    '$x',
    '$',
    '$$.a',
    '$.a',
    'a.$b',
    'a b',
    'a-b',
    'a.',
    '.a',
    '1a',
    'a[0]',
    'größe',
    '`a`',
    '',
    ' a',
    'a\n',
  ])('is not an expression for JSONata: "%s"', source => {
    expect(simplePath(source)).toBeUndefined();
  });
});
