import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionFailed } from '../../src/expressions/expression.ts';
import { possibleResults } from '../../src/expressions/possible-results.ts';
import { evaluate } from './expression-of.ts';

/** The only result that an expression can have; `several` where there are more, or it depends on a value. */
function only(source: string, payloads: Parameters<typeof possibleResults>[1] = 'any'): unknown {
  const [first, ...others] = possibleResults({ source }, payloads)?.all ?? [];
  if (!first || others.length > 0 || first.kind === 'unknown') return 'several';
  return first.kind === 'value' ? first.value : undefined;
}

describe('the results that an expression can give', () => {
  it.each([
    ['x = "ja" ? true : true', true],
    ['x = "ja" or true', true],
    ['true or x', true],
    ['x and false', false],
    ['$not(false)', true],
    ['$not(x and false)', true],
    ['$boolean("nein")', true],
    ['$exists("nein")', true],
    ['x = "ja" ? "ja" : "ja"', 'ja'],
    ['x = "ja" ? true : $not(x = "ja")', true],
    ['x ? (y ? 1 : 1) : 1', 1],
    ['"a" = "a"', true],
    ['1 != 1', false],
    ['"a" in ["a", "b"]', true],
    ['x = "a" and x = "b"', false],
    ['x in ["a", "b"] and x = "c"', false],
    ['x in ["a"] or $not(x in ["a"])', true],
    ['$contains(x, "j") ? true : true', true],
    ['x > 3 ? "ja" : "ja"', 'ja'],
    ['"ja" & ""', 'ja'],
    ['(x or (true))', true],
  ])('is one where no condition changes it: %s', (source, result) => {
    expect(only(source)).toBe(result);
  });

  it.each([
    'x = "ja"',
    'x = "ja" ? true : false',
    'x = "nein" ? false : true',
    '$not(x)',
    '$exists(x)',
    'x ?? true',
    'x ?: true',
    'x or false',
    'x and true',
    'x = "ja" ? true',
    'x = "a" or x = "b"',
    'x != "a" or x != "b"',
    '$not(x) or x',
    'x = x',
    '$lookup(x, "a") = "b" or $lookup(x, "a") != "b"',
    '$boolean(x[y = "a"])',
    '$map(x, function($v) { true })',
    '($y := true; $y)',
  ])('are several where a value decides: %s', source => {
    expect(only(source)).toBe('several');
  });

  it.each([
    ['x != "a" or x != "b"', true],
    ['$not(x) or x', true],
    ['x = "ja" or $exists(x)', true],
    ['x = x', true],
    ['x = "ja" or x != "ja"', true],
    ['x != "nein"', 'several'],
    ['x', 'several'],
  ])('may be one for every payload that has its paths: %s', (source, result) => {
    expect(only(source, 'with all paths')).toBe(result);
  });

  it.each([
    ['x ?? true', true],
    ['x ?: "ja"', 'ja'],
    ['x = "nein" ? false : true', true],
    ['$not(x = "nein")', true],
    ['$not(x)', undefined],
    ['x', undefined],
    ['x != "nein"', false],
    ['$lowercase(x) = "nein" ? false : true', true],
    ['$contains(x, "nein") ? false : true', true],
    ['$answers.x ?? 1', 1],
    ['$event.type = "a"', 'several'],
    ['"Frau " & name', 'Frau '],
  ])('is what an event without its paths gives: %s', (source, result) => {
    expect(only(source, 'with none of its paths')).toBe(result);
  });

  it('is not looked for through more ways than anybody writes', () => {
    const conditions = Array.from({ length: 20 }, (_, at) => `x${at} = "a"`);
    expect(possibleResults({ source: conditions.join(' and ') }, 'with all paths')).toBeDefined();
    expect(possibleResults({ source: conditions.join(' = ') }, 'any')).toBeUndefined();
  });
});

/** Expressions as people write them for a yes and a no. */
const written: fc.Arbitrary<string> = fc.letrec<{ any: string; some: string }>(tie => ({
  some: fc.constantFrom('x', 'y', 'true', 'false', '"ja"', '"nein"', '"a"', 'null', '$lowercase(x)', 'x.y'),
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('some'),
    fc
      .tuple(tie('any'), fc.constantFrom('=', '!=', 'and', 'or', 'in', '&'), tie('any'))
      .map(([one, operator, other]) => `(${one} ${operator} ${other})`),
    fc
      .tuple(tie('any'), tie('any'), tie('any'))
      .map(([condition, one, other]) => `(${condition} ? ${one} : ${other})`),
    fc.tuple(tie('any'), fc.constantFrom('??', '?:'), tie('any')).map(each => `(${each.join(' ')})`),
    fc
      .tuple(fc.constantFrom('not', 'boolean', 'exists'), tie('any'))
      .map(([name, argument]) => `$${name}(${argument})`),
    fc.tuple(tie('any'), tie('any')).map(([one, other]) => `(x in [${one}, "a", ${other}])`),
  ),
})).any;

const values = fc.option(fc.constantFrom<unknown>('ja', 'nein', 'a', '', true, false, null, 1, { y: 'ja' }), {
  nil: undefined,
});

function payloadOf(x: unknown, y: unknown): object {
  return { ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
}

const failed = Symbol('failed');

/** An event that an expression fails on gets no value at all. */
async function resultOrFailure(source: string, payload: object): Promise<unknown> {
  return evaluate(source, payload).catch((error: unknown) => {
    if (error instanceof ExpressionFailed) return failed;
    throw error;
  });
}

describe('a result that is found to be the only one', () => {
  it('is what JSONata gives for every payload', async () => {
    await fc.assert(
      fc.asyncProperty(written, values, values, async (source, x, y) => {
        const result = only(source);
        fc.pre(result !== 'several');
        expect(await resultOrFailure(source, payloadOf(x, y)), source).toBeOneOf([result, failed]);
      }),
      { numRuns: 200 },
    );
  });

  it('is what JSONata gives for an empty payload, where none of the paths is there', async () => {
    await fc.assert(
      fc.asyncProperty(written, async source => {
        const result = only(source, 'with none of its paths');
        fc.pre(result !== 'several');
        expect(await resultOrFailure(source, {}), source).toBeOneOf([result, failed]);
      }),
      { numRuns: 200 },
    );
  });
});
