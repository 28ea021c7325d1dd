import { describe, expect, it } from 'vitest';
import { expressionOf } from './expression-of.ts';

/** Returns the suggestion for an expression with a doubtful picture. */
function meant(source: string): string | undefined {
  return expressionOf(source).warnings.find(({ diagnostic }) => diagnostic.code === 'expression/date-picture')
    ?.meant;
}

describe('the picture of a date', () => {
  it.each([
    ['[D01].[m01].[Y0001]', '[D01].[M01].[Y0001]'],
    ['[Y0001]-[m01]-[D01]', '[Y0001]-[M01]-[D01]'],
    ['[H01]:[M01]', '[H01]:[m01]'],
    ['[D01].[M01].[Y0001] [H01]:[M01]', '[D01].[M01].[Y0001] [H01]:[m01]'],
    ['[d01].[M01].[Y0001]', '[D01].[M01].[Y0001]'],
    ['[D01].[M01].[X0001]', '[D01].[M01].[Y0001]'],
    ['[h01]:[m01]', '[H01]:[m01]'],
    ['[D01].[M01].[Y0001] [h]:[m01]', '[D01].[M01].[Y0001] [H]:[m01]'],
  ])('is reported with the intended letters: %s', (picture, better) => {
    const written = (each: string) => `$fromMillis(at, "${each}", "+0100")`;
    expect(meant(written(picture))).toBe(written(better));
    expect(meant(written(better))).toBeUndefined();
    expect(meant(`$toMillis(at, "${picture}")`)).toBe(`$toMillis(at, "${better}")`);
  });

  it.each([
    '[D01].[M01].[Y0001]',
    '[D1o] [MNn] [Y]',
    '[H01]:[m01]:[s01]',
    '[h]:[m01] [P]',
    '[d001]/[Y0001]',
    '[W01]/[X0001]',
    '[F], [D].[M].[Y]',
  ])('is not reported otherwise: %s', picture => {
    expect(meant(`$fromMillis(at, "${picture}", "+0100")`)).toBeUndefined();
    expect(meant(`$now("${picture}", "+0100")`)).toBeUndefined();
  });
});
