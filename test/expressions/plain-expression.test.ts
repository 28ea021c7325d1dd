import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { compilePlain } from '../../src/expressions/plain-expression.ts';
import type { Node } from '../../src/expressions/syntax-tree.ts';

/** Mostly the same two keys, so that paths find something. */
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constant('a') },
  { weight: 3, arbitrary: fc.constant('b') },
  { weight: 1, arbitrary: fc.constantFrom('ref', 'x y', 'length', 'constructor', '__proto__') },
);

const scalar = fc.oneof(
  fc.constantFrom<unknown>('x', 'y', '', '1', 'a'),
  fc.constantFrom<unknown>(null, true, false),
  fc.constantFrom<unknown>(0, 1, 2, -1, 1.5, 0.1 + 0.2, 1e21, 123456789.12345678),
);

/** JSON with few keys and few values, so that paths find something and comparisons are true. */
const payload = fc
  .letrec<{ value: unknown; list: unknown[]; object: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 6 },
      { weight: 2, arbitrary: scalar },
      { weight: 3, arbitrary: tie('list') },
      { weight: 4, arbitrary: tie('object') },
    ),
    list: fc.array(tie('value'), { maxLength: 3, size: 'max' }),
    object: fc
      .array(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 4, size: 'max' })
      .map(entries => Object.fromEntries(entries)),
  }))
  .value.filter(root => typeof root === 'object');

const name = fc
  .tuple(key, fc.constantFrom('bare', 'backticks', 'quotes'))
  .map(([key, style]) =>
    style === 'backticks' || key === 'x y' ? `\`${key}\`` : style === 'bare' ? key : `"${key}"`,
  );
const literal = fc.constantFrom('"x"', "'y'", '""', '1', '0', '-1', '1.5', 'true', 'false', 'null');
const equality = fc.constantFrom('=', '!=');
const position = fc.constantFrom('[0]', '[1]', '[-1]', '[-2]', '[1.5]', '[7]');

const relativePath = fc
  .tuple(
    fc.constantFrom('', '$.'),
    fc.array(fc.tuple(name, fc.oneof(fc.constant(''), position)), { minLength: 1, maxLength: 3 }),
  )
  .map(([head, steps]) => unquotedAlone(head + steps.map(step => step.join('')).join('.')));
const comparison = fc
  .tuple(
    relativePath,
    equality,
    fc.oneof(
      literal,
      relativePath,
      fc.constantFrom('$v', '$$', '$v.a', '$$.a', '$$.a.b', '$$.b[0]', '$$.a[b = "x"].a', '$$.a[$ = $$.b].a'),
    ),
  )
  .map(parts => parts.join(' '));
const filter = fc.oneof(
  position,
  comparison.map(each => `[${each}]`),
  fc.tuple(comparison, fc.constantFrom('and', 'or'), comparison).map(parts => `[${parts.join(' ')}]`),
);
const filters = fc.array(filter, { maxLength: 2 }).map(each => each.join(''));
const path = fc
  .tuple(
    fc.constantFrom('', '$.', '$$.', '$v.', '$v[0].', '$none.'),
    fc.array(fc.tuple(name, filters), { minLength: 1, maxLength: 5 }),
  )
  .map(([head, steps]) => unquotedAlone(head + steps.map(step => step.join('')).join('.')));
const variable = fc.tuple(fc.constantFrom('$', '$$', '$v', '$none'), filters).map(parts => parts.join(''));

const expression = fc.letrec<{ any: string }>(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    path,
    path,
    path,
    variable,
    literal,
    fc
      .tuple(tie('any'), fc.constantFrom('&', '=', '!=', 'and', 'or'), tie('any'))
      .map(parts => parts.join(' ')),
    tie('any').map(inner => `(${inner})`),
  ),
})).any;

/** A quoted name alone would be a literal, so its path begins with `$.`. */
function unquotedAlone(text: string): string {
  return /^"/.test(text) ? `$.${text}` : text;
}

function plain(source: string): ReturnType<typeof compilePlain> {
  return compilePlain(jsonata(source).ast() as Node);
}

/** Returns a value as JSON, which ignores the flags of JSONata's lists, but not the order of keys. */
function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

describe('plain expressions', () => {
  it('return the results of JSONata for any payload', async () => {
    await fc.assert(
      fc.asyncProperty(
        payload,
        payload,
        fc.array(expression, { minLength: 5, maxLength: 5 }),
        async (input, v, sources) => {
          for (const source of sources) {
            const evaluate = plain(source);
            const expected = await jsonata(source).evaluate(input, { v });
            expect(evaluate, `not plain: ${source}`).toBeDefined();
            expect(shown(evaluate?.({ input, bindings: { v } })), source).toBe(shown(expected));
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['b[a="x"].c', { b: [[{ a: 'x', c: 1 }]] }, 1],
    ['a.b[0]', { a: [{}, { b: [[1]] }] }, 1],
    ['a.b[0]', { a: [{ b: [[1]] }] }, [1]],
    ['a.b[-1]', { a: [{ b: [1, 2] }, { b: [3] }] }, [2, 3]],
    ['a.b', { a: [{ b: [1] }] }, [1]],
    ['a.b', { a: [{ b: [1] }, {}] }, [1]],
    ['a.b', { a: [{ b: [1] }, { b: 2 }] }, [1, 2]],
    ['a.b', { a: [{ b: 1 }] }, 1],
    ['a.b', { a: [{ b: [] }] }, []],
    ['a', [[{ a: 1 }], { a: [2] }], [1, 2]],
    ['$[0]', [[1], 2], [1]],
    ['a.b', { a: null }, undefined],
    ['a', { a: null }, null],
    [
      'answers[field.ref="email"].email',
      { answers: [{ field: { ref: 'name' } }, { field: { ref: 'email' }, email: 'e' }] },
      'e',
    ],
    ['answers[ref="email" and kind="x"].v', { answers: { ref: 'email', kind: 'x', v: 1 } }, 1],
    ['a & "-" & b', { a: 1.1 }, '1.1-'],
    ['a != 1', {}, false],
    ['a = b', { a: { x: 1, y: [2] }, b: { y: [2], x: 1 } }, true],
  ])('return for %s the result of JSONata', async (source, input, expected) => {
    expect(plain(source)?.({ input, bindings: {} })).toEqual(expected);
    expect(shown(await jsonata(source).evaluate(input))).toBe(shown(expected));
  });

  it('return ordinary lists', () => {
    const result = plain('a.b')?.({ input: { a: [{ b: 1 }, { b: 2 }] }, bindings: {} });
    expect(result).toEqual([1, 2]);
    expect(Object.getOwnPropertyNames(result)).toEqual(['0', '1', 'length']);
  });

  it('read own properties only', () => {
    for (const source of [
      'constructor',
      '__proto__',
      'toString',
      'a.constructor.name',
      'list.length',
      '$hasOwnProperty',
    ]) {
      expect(plain(source)?.({ input: { a: {}, list: [1] }, bindings: {} }), source).toBeUndefined();
    }
    expect(plain('`__proto__`.x')?.({ input: JSON.parse('{"__proto__":{"x":1}}'), bindings: {} })).toBe(1);
    expect(plain('a.b')?.({ input: Object.assign(Object.create(null), { a: { b: 1 } }), bindings: {} })).toBe(
      1,
    );
  });

  it.each([
    'a[]',
    'a.*',
    '**.a',
    '$uppercase(a)',
    'a[$v]',
    'a[b]',
    'a > 1',
    'a ? b : c',
    '[a, b]',
    '{"a": b}',
    'a{b: c}',
    'a^(b)',
    'a.(b)',
    'a.$v',
    '$sum',
    'a["x" = "x"]',
    'a@$x.b',
    'a#$i',
    'a.b.%.c',
    'a ~> $f',
    '-a',
    'a in b',
    'a + b',
  ])('do not include %s', source => {
    expect(plain(source)).toBeUndefined();
  });
});
