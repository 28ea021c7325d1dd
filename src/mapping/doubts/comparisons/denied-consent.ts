import { isDeepStrictEqual } from 'node:util';
import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { pathsComparedAsNumbers } from '../../../expressions/comparisons/measured-paths.ts';
import { placedComparisons } from '../../../expressions/comparisons/placed-comparisons.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import {
  type WrappedComparison,
  wrappedComparisons,
} from '../../../expressions/comparisons/wrapped-comparisons.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { type PathReader, pathReader, wholeReader } from '../../../expressions/paths/path-values.ts';
import { type PlacedPath, placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../../../expressions/syntax-tree.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { isLimitedOption } from '../../convert/limited-option.ts';
import { lookupKey } from '../../evaluate/look-up.ts';
import type { Rule } from '../../mapping.ts';
import { asksForOptOut } from '../../opt-out.ts';

/** A path whose value means no, or neither yes nor no, while the result of the rule is yes. */
export interface Denied {
  /** The text in the rule. */
  readonly path: string;
  /** For `answer`: the name of the question. */
  readonly answer?: string | undefined;
  readonly value: unknown;
  readonly says: boolean | undefined;
  /** True for an element of a list, such as the ticked boxes of a question. */
  readonly isOfList?: boolean;
}

/**
 * Returns the value for which a rule for a consent gives yes although `as: boolean` does not read it as yes:
 * `optin ? true : false` gives yes for "nein", since JSONata counts every text as true. A text that means
 * neither is a yes if the rule names it (`optin = "I agree"`, a key of its table), or with a `because`. A no
 * is a yes only by a table with a `because`, or beside another path that means yes.
 */
export function deniedConsent(rule: Rule, scope: Scope): Denied | undefined {
  const read = expressionsOf(rule).flatMap(expression =>
    readingsOf(expression).map(reading => ({ reading, answers: answersOf(reading, scope) })),
  );
  const saysYes = read.some(({ answers }) => answers.some(({ says }) => says === true));
  for (const { reading, answers } of read) {
    const isNamed = answers.some(({ says, value }) => says === undefined && isMeant(value, rule, reading));
    const denied = answers.find(
      each =>
        each.says !== true &&
        !(saysYes && isUnusedOptOut(each)) &&
        !isExcused(each, rule, { isNamed, besideYes: saysYes && !reading.isTurned }),
    );
    if (denied) return denied;
  }
  return undefined;
}

/** An answer that a rule reads, and what the rule does with it. */
export interface ReadAnswer extends Denied {
  /** True if the expression names this value by `=` or `in`. */
  readonly isLiteral: boolean;
  /** The texts with which the expression compares, also by `!=`, in lower case. */
  readonly compared: ReadonlySet<string>;
  /** The texts with which it compares results of functions, or for which it searches. */
  readonly inside: readonly WrappedComparison[];
}

/** Returns the answers that the expressions of a rule read, without those of a list in which one says yes. */
export function answersRead(rule: Rule, scope: Scope): readonly ReadAnswer[] {
  return expressionsOf(rule).flatMap(expression =>
    readingsOf(expression).flatMap(reading => {
      const { literals } = reading;
      const answers = answersOf(reading, scope).map(each => {
        const isLiteral = typeof each.value === 'string' && literals.has(each.value);
        return { ...each, isLiteral, compared: reading.compared, inside: reading.inside };
      });
      // One of several options means yes.
      const isYes = answers.some(({ says, isLiteral }) => says === true || isLiteral);
      return answers.length > 1 && isYes ? [] : answers;
    }),
  );
}

/** Returns the message. */
export function denialInWords({ path, value, says }: Denied): string {
  const how = says === false ? '' : ', which as: boolean does not read as a yes';
  const text = typeof value === 'object' ? JSON.stringify(value).slice(0, 80) : shown(value);
  return `the rule says yes, but ${path} is ${text}${how}`;
}

function expressionsOf({ base }: Rule): readonly Expression[] {
  if (base.kind === 'template') return base.parts.filter(part => typeof part !== 'string');
  return base.kind === 'expression' ? [base.expression] : [];
}

interface Reading {
  readonly text: string;
  readonly answer?: string | undefined;
  readonly values: PathReader;
  /** Texts and numbers that the expression compares with by `=` or `in`. */
  readonly literals: ReadonlySet<string>;
  /** Those, and the ones that it compares with by `!=`, in lower case. */
  readonly compared: ReadonlySet<string>;
  readonly inside: readonly WrappedComparison[];
  readonly foldsCase: boolean;
  readonly isOrdered: boolean;
  /** True if the expression compares the age by this path, or another number of it: `$age(born) >= 18`, `$number(age) >= 18`. */
  readonly isMeasured: boolean;
  /** True if the expression asks for an element of it: `"Newsletter" in boxes`. */
  readonly isList: boolean;
  /**
   * True if the expression negates the value, searches in its text, or needs it with others (`a and b`): then
   * another yes does not replace it.
   */
  readonly isTurned: boolean;
}

type Answer = Denied;

/** The parts of an expression are cached, because it sees many events. */
const known = new WeakMap<Expression, readonly Reading[]>();

function readingsOf(expression: Expression): readonly Reading[] {
  const before = known.get(expression);
  if (before) return before;
  if (expression.answer !== undefined) {
    const readings = [answerReading(expression)];
    known.set(expression, readings);
    return readings;
  }
  const all = placedComparisons(expression);
  const tests = truthTests(expression);
  const inside = wrappedComparisons(expression);
  const measured = pathsComparedAsNumbers(expression);
  const textsInside = new Set(inside.flatMap(({ texts }) => texts));
  const about = {
    literals: literalsOf(expression, ['=', 'in']),
    compared: new Set(
      [...literalsOf(expression, ['=', 'in', '!='])].flatMap(each =>
        textsInside.has(each) ? [] : withoutBlankEnds(each).toLowerCase(),
      ),
    ),
    inside,
    foldsCase: /\$(?:lower|upper)case/.test(expression.source),
  };
  const readings = placedPaths(expression)
    .filter(({ steps, from }) => from === 0 && steps[0] !== '$linked' && steps[0] !== '$event')
    .map(path => {
      const text = textOf(path, expression);
      const operators = all
        .filter(({ left, right }) =>
          [left, ...right].some(side => side.steps?.join('\n') === path.steps.join('\n')),
        )
        .map(({ operator }) => operator);
      const isNegated = tests.some(({ offset, isNegated }) => isNegated && offset === path.offset);
      const isNeeded = tests.some(each => each.offset === path.offset && !each.isEither && !each.isUsed);
      const isTurned =
        isNegated ||
        isNeeded ||
        operators.includes('!=') ||
        searches(expression.source.slice(0, path.offset));
      return {
        ...about,
        text,
        values: valuesOf(path, text),
        isOrdered: operators.some(operator => /[<>]/.test(operator)),
        isMeasured:
          comparesAge(expression.source, path) ||
          measured.some(steps => isDeepStrictEqual(steps, path.steps)),
        isList: all.some(
          ({ operator, right }) =>
            operator === 'in' && right.some(side => side.steps?.join('\n') === path.steps.join('\n')),
        ),
        isTurned,
      };
    });
  known.set(expression, readings);
  return readings;
}

/** Returns the reading of `answer`, which only reads a value. */
function answerReading({ answer = '', evaluateDirectly }: Expression): Reading {
  return {
    text: `the answer to "${visibleText(answer)}"`,
    answer,
    values: scope => elementsIn(evaluateDirectly?.(scope)),
    literals: new Set(),
    compared: new Set(),
    inside: [],
    foldsCase: false,
    isOrdered: false,
    isMeasured: false,
    isList: false,
    isTurned: false,
  };
}

/** True if a path is the birthday in a comparison of an age. */
function comparesAge(source: string, { offset, length }: PlacedPath): boolean {
  const before = source.slice(Math.max(0, offset - 60), offset);
  return (
    /\$age\(\s?(?:\$date\(\s?)?$/.test(before) &&
    /^[^()]{0,200}(?:\([^()]{0,100}\)[^()]{0,100})?\)(?:[^()]{0,100}\))?\s?>=?\s?\d/.test(
      source.slice(offset + length),
    )
  );
}

/** True if an expression searches or measures the path after this text. */
function searches(before: string): boolean {
  return /\$(?:contains|match|length)\((?:\$[a-z]{1,20}\()?\s?$/.test(before);
}

function valuesOf({ steps }: PlacedPath, text: string): PathReader {
  const whole = wholeReader({ steps, text, from: 0 });
  if (!whole) return pathReader({ steps, text });
  return scope => whole(scope).flatMap(elementsIn);
}

function elementsIn(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) && value.length > 0 ? value.flat(Number.POSITIVE_INFINITY) : [value];
}

/** Returns the texts and numbers that an expression compares with by some operators. */
function literalsOf(expression: Expression, operators: readonly unknown[]): ReadonlySet<string> {
  const found = nodesOf(treeOf(expression))
    .filter(({ type, value }) => type === 'binary' && operators.includes(value))
    .flatMap(({ lhs, rhs }) => [lhs, rhs])
    .flatMap(side => (isNode(side) ? [side, ...(side.expressions ?? [])] : []))
    .filter(isText);
  return new Set(found.map(({ value }) => String(value)));
}

function isText({ type }: Node): boolean {
  return type === 'string' || type === 'number';
}

function textOf({ offset, length, bare, steps }: PlacedPath, { source }: Expression): string {
  const text = source.slice(offset, offset + length);
  return bare === steps.length || text.includes(']')
    ? text
    : source.slice(offset, source.indexOf(']', offset) + 1);
}

function answersOf({ text, answer, values, isList }: Reading, scope: Scope): readonly Answer[] {
  const found = values(scope);
  const isOfList = isList || found.length > 1;
  return found.map(value => ({
    path: text,
    answer,
    value,
    says: consentAnswer(value) === false && isLimitedOption(value) ? undefined : consentAnswer(value),
    ...(isOfList && { isOfList }),
  }));
}

interface Circumstances {
  /** True if the rule names another value of the same list, and that value does not mean no. */
  readonly isNamed: boolean;
  readonly besideYes: boolean;
}

function isExcused({ value, says }: Answer, rule: Rule, { isNamed, besideYes }: Circumstances): boolean {
  if (besideYes) return true;
  if (says === undefined) return isNamed || rule.because !== undefined;
  if (rule.because === undefined) return false;
  return isKey(value, rule) || (rule.default !== undefined && isNothing(value));
}

/** True for a time or flag of a withdrawal that is not there: `unsubscribed_at: null` beside `marketing: true`. */
function isUnusedOptOut({ path, answer, value, says }: Answer): boolean {
  const name = answer ?? path.slice(path.lastIndexOf('.') + 1);
  return (isNothing(value) || says === false) && asksForOptOut(name);
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'string' && withoutBlankEnds(value) === '');
}

/** True if the rule compares with a value, has it in its table, or checks the size of a number. */
function isMeant(
  value: unknown,
  rule: Rule,
  { literals, foldsCase, isOrdered, isMeasured }: Reading,
): boolean {
  if ((isOrdered && typeof value === 'number') || isMeasured) return true;
  const text = String(value);
  const isLiteral =
    literals.has(text) ||
    (foldsCase && [...literals].some(each => each.toLowerCase() === withoutBlankEnds(text).toLowerCase()));
  return isLiteral || isKey(value, rule);
}

/** True if the table of a rule has yes as the result for the value itself. */
function isKey(value: unknown, { lookup }: Rule): boolean {
  if (!lookup) return false;
  return [String(value), withoutBlankEnds(String(value))].some(
    key => consentAnswer(lookup.entries.get(lookupKey(key, lookup))?.value) === true,
  );
}
