import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ExpressionUse } from '../mapping/expression-uses.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { someOf } from './fault.ts';

/**
 * One note for all expressions of a mapping that no test of its file covers, at the first of them. Nothing where the
 * file has no test at all, which is said already.
 */
export function untestedExpressions(
  { tests }: Mapping,
  untested: readonly ExpressionUse[],
): readonly Diagnostic[] {
  const [first] = untested;
  if (first === undefined || tests.length === 0) return [];
  const keys = [...new Set(untested.map(({ path }) => path))];
  const what = untested.length === 1 ? 'an expression is' : `${untested.length} expressions are`;
  const message = `${what} covered by no test of this file: ${someOf(keys)}`;
  return [
    diagnostic('check/untested-expression', message, {
      hint: 'add a test with a payload from which each of them gives a value',
      place: first.place,
    }),
  ];
}
