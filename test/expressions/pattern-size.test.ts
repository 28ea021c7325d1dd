import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { mostStepsOf } from '../../src/expressions/patterns/pattern-size.ts';

const { pattern: anyPattern } = fc.letrec<{ pattern: string; atom: string }>(tie => ({
  pattern: fc
    .array(fc.tuple(tie('atom'), fc.constantFrom('', '', '', '?', '*?', '+', '{3}', '{2,}', '{0,40}', '|')), {
      minLength: 1,
      maxLength: 4,
    })
    .map(parts => parts.flat().join('')),
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      '.',
      '[a-z(]',
      '\\d',
      '[^\\]{]',
      '\\pL',
      '^',
      '$',
      '\\b',
      '\\Qa{9}\\E',
      '\\{',
      '{,3}',
    ),
    tie('pattern').map(inside => `(${inside})`),
    tie('pattern').map(inside => `(?:${inside})`),
  ),
}));

function stepsOf(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
}

describe('the size of a pattern', () => {
  it('is never underestimated, whatever is repeated in it', () => {
    fc.assert(
      fc.property(anyPattern, pattern => {
        fc.pre(mostStepsOf(pattern) < 20_000);
        // Every program has some steps at its beginning and its end.
        expect(stepsOf(pattern) ?? 0).toBeLessThanOrEqual(mostStepsOf(pattern) + 4);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, number]>([
    ['^\\d{5}$', 20],
    ['^[a-z]{1,200}[a-z]{1,200}$', 1_300],
    ['^(0[1-9]|[12]\\d|3[01])\\.(0[1-9]|1[0-2])\\.\\d{4}$', 60],
    ['\\p{L}+', 60],
  ])('%s is estimated as at most %i', (pattern, most) => {
    expect(mostStepsOf(pattern)).toBeLessThan(most);
  });

  it('grows with every count around a part, also in unclosed groups', () => {
    expect(mostStepsOf('(?:(?:a{9}){9}b){9}')).toBeGreaterThan(9 ** 3);
    expect(mostStepsOf('((a{1000}')).toBeGreaterThan(1_000);
    expect(mostStepsOf(`(?:(?:${'ab'.repeat(100)}){1000}){1000}`)).toBeGreaterThan(10 ** 8);
  });
});
