import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { someOf } from '../fault.ts';

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
      hint: 'no payload of its tests gives them a value: correct what reads past it, or add a payload that does',
      place: first.place,
    }),
  ];
}

/** One note where `when` is true for no payload of a mapping's own tests; `told` is where more is known about that. */
export function noneWanted({ when }: Mapping, told: ReadonlySet<string | undefined>): readonly Diagnostic[] {
  if (!when || told.has('when')) return [];
  const message = 'when is true for no payload of the tests of this file, so they show nothing of its rules';
  return [
    diagnostic('check/untested-expression', message, {
      hint: 'correct when, or add a payload that it is true for',
      place: when.place,
      path: 'when',
    }),
  ];
}
