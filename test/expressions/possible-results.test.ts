import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { possibleResults } from '../../src/expressions/comparisons/possible-results.ts';
import { ExpressionFailed } from '../../src/expressions/expression.ts';
import { evaluate } from './expression-of.ts';

/** Returns the only possible result of an expression; `several` if there are more, or if it depends on a value. */
function only(source: string, payloads: Parameters<typeof possibleResults>[1] = 'any'): unknown {
  const [first, ...others] = possibleResults({ source }, payloads)?.all ?? [];
  if (!first || others.length > 0 || first.kind === 'unknown') return 'several';
  return first.kind === 'value' ? first.value : undefined;
}

describe('the possible results of an expression', () => {
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
  ])('are a single one if no condition changes it: %s', (source, result) => {
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
  ])('are several if a value decides: %s', source => {
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
  ])('may be a single one for every payload with its paths: %s', (source, result) => {
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
  ])('are a single one for an event without its paths: %s', (source, result) => {
    expect(only(source, 'with none of its paths')).toBe(result);
  });

  it('are not searched for beyond a realistic number of branches', () => {
    const conditions = Array.from({ length: 20 }, (_, at) => `x${at} = "a"`);
    expect(possibleResults({ source: conditions.join(' and ') }, 'with all paths')).toBeDefined();
    expect(possibleResults({ source: conditions.join(' = ') }, 'any')).toBeUndefined();
  });
});

/** Conditions as people write them. */
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

/** Returns the result of an expression, or a mark for a failed one. */
async function resultOrFailure(source: string, payload: object): Promise<unknown> {
  return evaluate(source, payload).catch((error: unknown) => {
    if (error instanceof ExpressionFailed) return failed;
    throw error;
  });
}

describe('a single possible result', () => {
  it('is the result of JSONata for every payload', async () => {
    await fc.assert(
      fc.asyncProperty(written, values, values, async (source, x, y) => {
        const result = only(source);
        fc.pre(result !== 'several');
        expect(await resultOrFailure(source, payloadOf(x, y)), source).toBeOneOf([result, failed]);
      }),
      { numRuns: 200 },
    );
  });

  it('is the result of JSONata for an empty payload, without any of the paths', async () => {
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
