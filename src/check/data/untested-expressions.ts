import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { someOf } from '../fault.ts';
import type { Wanted } from './trial.ts';

/**
 * Returns one note for all expressions of a mapping that no test of its file covers, at the first of them.
 * Empty if the file has no test at all, which is already reported.
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

/**
 * Returns one note if `when` is false for all payloads of a mapping's own tests, and a warning if one of them
 * expects a call. `told`: the places with a more exact finding.
 */
export function noneWanted(
  { when, tests }: Mapping,
  told: ReadonlySet<string | undefined>,
): readonly Diagnostic[] {
  if (!when || told.has('when')) return [];
  const message = 'when is false for every test payload of this file, so the tests cover no rule';
  return [
    diagnostic('check/untested-expression', message, {
      hint: 'correct when, or add a payload that it is true for',
      place: when.place,
      path: 'when',
      ...(tests.some(({ expect }) => expect.length > 0) && { severity: 'warning' }),
    }),
  ];
}

/** The number of events of a source that should include one to which a mapping applies. */
const enoughEvents = 5;

/** Warns if `when` of a mapping without tests is false for all events of its source, if there are several. */
export function neverWanted(
  { when, tests, source, name }: Mapping,
  told: ReadonlySet<string | undefined>,
  unwanted: readonly Wanted[],
): readonly Diagnostic[] {
  const stored = unwanted.filter(({ trial }) => trial.test === undefined);
  const [newest] = stored;
  if (!when || !newest || tests.length > 0 || told.has('when') || stored.length < enoughEvents) return [];
  const message = `when is true for none of the ${stored.length} stored events of ${source} that it was tried on, so all of them would be skipped`;
  return [
    diagnostic('check/untested-expression', message, {
      hint: `\`fieldbridge preview ${name} ${newest.trial.input.event.id} --why\` shows the result for one event; if such events are rare, add a test with the payload of one`,
      place: when.place,
      path: 'when',
      severity: 'warning',
    }),
  ];
}
