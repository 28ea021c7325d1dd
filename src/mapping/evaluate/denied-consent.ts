import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { type PlacedComparison, placedComparisons } from '../../expressions/placed-comparisons.ts';
import { type PlacedPath, placedPaths } from '../../expressions/placed-paths.ts';
import { truthTests } from '../../expressions/truth-tests.ts';
import { answerInWords } from '../convert/convert-boolean.ts';
import type { Rule } from '../mapping.ts';
import { lookupKey } from './look-up.ts';

/** A path that says no while the rule says yes. */
export interface Denied {
  /** As it is written in the rule. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * What the person said no to, where a rule for a consent gives yes all the same: `optin ? true : false` gives yes for
 * "nein", since JSONata counts every text as true. Undefined where nothing that the rule reads says no, where something
 * says yes, or where the rule names that very value (`optout = "nein"`, a key of its table, `$not(optout)` of false).
 */
export function deniedConsent(rule: Rule, scope: Scope): Denied | undefined {
  if (rule.because !== undefined) return undefined;
  const expressions = expressionsOf(rule);
  const read = expressions.flatMap(expression =>
    readingsOf(expression).flatMap(each => answersOf(each, scope)),
  );
  if (read.some(({ says }) => says === true)) return undefined;
  return read.find(({ says, isNamed, value }) => says === false && !isNamed && !isKey(value, rule));
}

function expressionsOf({ base }: Rule): readonly Expression[] {
  if (base.kind === 'template') return base.parts.filter(part => typeof part !== 'string');
  return base.kind === 'expression' ? [base.expression] : [];
}

interface Reading {
  readonly text: string;
  readonly values: PathReader;
  readonly comparisons: readonly PlacedComparison[];
  readonly isNegated: boolean;
}

interface Answer extends Denied {
  readonly says: boolean | undefined;
  readonly isNamed: boolean;
}

/** An expression is taken apart once, however many events it sees. */
const known = new WeakMap<Expression, readonly Reading[]>();

function readingsOf(expression: Expression): readonly Reading[] {
  const before = known.get(expression);
  if (before) return before;
  const all = placedComparisons(expression);
  const tests = truthTests(expression);
  const readings = placedPaths(expression)
    .filter(({ steps, from }) => from === 0 && steps[0] !== '$linked' && steps[0] !== '$event')
    .map(path => {
      const text = textOf(path, expression);
      const comparisons = all.filter(({ left, right }) =>
        [left, ...right].some(side => side.steps?.join('\n') === path.steps.join('\n')),
      );
      const isNegated = tests.some(({ offset, isNegated }) => isNegated && offset === path.offset);
      return { text, values: pathReader({ steps: path.steps, text }), comparisons, isNegated };
    });
  known.set(expression, readings);
  return readings;
}

function textOf({ offset, length, bare, steps }: PlacedPath, { source }: Expression): string {
  const text = source.slice(offset, offset + length);
  return bare === steps.length || text.includes(']')
    ? text
    : source.slice(offset, source.indexOf(']', offset) + 1);
}

function answersOf({ text, values, comparisons, isNegated }: Reading, scope: Scope): readonly Answer[] {
  return values(scope).map(value => ({
    path: text,
    value,
    says: answerOf(value),
    isNamed: (isNegated && value === false) || comparisons.some(each => names(each, value)),
  }));
}

/** What a value of a payload says to a question that is answered by yes or no; empty is no. */
function answerOf(value: unknown): boolean | undefined {
  if (value === null || value === false || value === 0) return false;
  if (value === true || value === 1) return true;
  if (typeof value !== 'string') return undefined;
  return withoutBlankEnds(value) === '' ? false : answerInWords(value);
}

/** Whether a comparison has the value as a literal, or asks whether it is anything but a yes. */
function names({ operator, left, right }: PlacedComparison, value: unknown): boolean {
  const literals = [left, ...right].flatMap(({ isLiteral, text }) => (isLiteral ? [literalValue(text)] : []));
  if (operator === '!=') return literals.some(each => answerOf(each) === true);
  return literals.includes(value);
}

function literalValue(text: string): unknown {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether the table of a rule has an answer for the value itself, not for what an expression makes of it. */
function isKey(value: unknown, { base, lookup }: Rule): boolean {
  if (base.kind !== 'expression' || base.expression.path === null) return false;
  const keys = [String(value), withoutBlankEnds(String(value))];
  return keys.some(key => lookup?.entries.has(lookupKey(key, lookup.ignoreCase)));
}
