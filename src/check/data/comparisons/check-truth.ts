import { isDeepStrictEqual } from 'node:util';
import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { possibleResults } from '../../../expressions/comparisons/possible-results.ts';
import { type TruthTest, truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { answerInWords } from '../../../mapping/convert/convert-boolean.ts';
import { meansNothing } from '../../../mapping/doubts/comparisons/false-condition.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import { consentParameters } from '../../../mapping/parameters.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { showsValues, type Wanted, whereOf } from '../trial.ts';

/**
 * Warns about an answer in words that is used as a condition: JSONata counts the texts "nein" and "0" as
 * true, and `$exists` is true for false. No warning if the values are not answers (`phone ? phone : mobile`),
 * or if they are only the mark of a box (`on`, `1`), because such a box is sent only while it is ticked. `ofMapping`: all
 * expressions of the mapping, which may find the customer by the same value.
 */
export function checkTruth(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
  ofMapping: readonly ExpressionUse[] = uses,
): readonly Diagnostic[] {
  return uses.flatMap(use =>
    askedOf(use, ofMapping).flatMap(asked => {
      const seen = events.flatMap(({ trial, scope }) =>
        asked.values(scope).map(value => ({ value, where: whereOf(trial), isShown: showsValues(trial) })),
      );
      return warningOf(asked, seen, use, within) ?? [];
    }),
  );
}

interface Asked extends TruthTest {
  readonly values: PathReader;
  /** The other conditions on the same path. */
  readonly others: readonly TruthTest[];
  /** True if the mapping finds the customer by this value. */
  readonly isNumber: boolean;
}

function askedOf(use: ExpressionUse, uses: readonly ExpressionUse[]): readonly Asked[] {
  const { expression, path } = use;
  // If no condition changes the value, that is already reported, and no other condition would help.
  const results = expression.path === null ? possibleResults(expression, 'any')?.all : undefined;
  if (results?.length === 1 && results[0]?.kind === 'value') return [];
  const whole = path === 'when' ? itself(expression) : [];
  const all = [...whole, ...truthTests(expression)];
  return all
    .filter(({ isUsed, steps }) => !isUsed && steps[0] !== '$linked' && steps[0] !== '$event')
    .map(test => {
      const others = all.filter(other => other !== test && isDeepStrictEqual(other.steps, test.steps));
      const isNumber = uses.some(
        each => findsCustomer.has(each.path) && isDeepStrictEqual(each.expression.path, test.steps),
      );
      return { ...test, values: pathReader(test), others, isNumber };
    });
}

const findsCustomer: ReadonlySet<string> = new Set(['id', 'link']);

/** Handles `when: optin`. */
function itself({ path, source }: Expression): readonly TruthTest[] {
  if (path === null) return [];
  const is = { isDefaulted: false, isNegated: false, isEither: false, isUsed: false };
  return [{ steps: path, text: source, asks: 'truth', ...is, offset: 0, length: source.length }];
}

interface Seen {
  readonly value: unknown;
  readonly where: string;
  readonly isShown: boolean;
}

function warningOf(
  asked: Asked,
  seen: readonly Seen[],
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic | undefined {
  const { text, asks, offset, length } = asked;
  const isMisread = asks === 'truth' ? isMisreadAsTruth : isMisreadAsPresence;
  const found = seen.filter(({ value }) => isMisread(value) || isAcceptedNothing(value, asked));
  const shown = found.find(({ isShown }) => isShown) ?? found[0];
  if (!shown || (found.some(saysNo) && isRefusedAnyway(use, asked))) return undefined;
  const isEmpty = isNothing(shown.value);
  const isShown = shown.isShown || isEmpty || isNumberZero(asked, seen);
  const words = isShown ? written(shown.value) : 'an answer in words';
  const what = `${text} is ${words} in ${shown.where}`;
  const counts =
    asks === 'truth'
      ? `a condition counts every text as true, ${isEmpty ? 'a blank' : '"nein"'} too`
      : `${isEmpty ? 'an empty value' : 'a text for no or nothing'} is there as well`;
  return diagnostic('check/text-as-condition', `${what}, and ${counts}`, {
    hint: isEmpty ? hintForNothing(shown.value, asked, seen, use) : hintOf(asked, seen, use),
    place: within(use, offset, length),
    path: use.path,
  });
}

function saysNo({ value }: Seen): boolean {
  return typeof value !== 'string' || answerInWords(value) === false;
}

/**
 * A consent that is given although the answer is no is an error of the event (mapping/denied-consent). One
 * that a condition refuses for every answer is not.
 */
function isRefusedAnyway({ path, rule, expression }: ExpressionUse, { isNegated }: TruthTest): boolean {
  const refuses = isNegated || /\?\s*["']?(?:false|no|nein)["']?\s*:/i.test(expression.source);
  return !refuses && consentParameters.has(path) && rule?.because === undefined;
}

/** Texts that mean yes, no or nothing, except the marks of a box that is sent only while it is ticked. */
function isMisreadAsTruth(value: unknown): boolean {
  if (typeof value !== 'string' || isMark(value)) return false;
  return answerInWords(value) !== undefined || meansNothing(value);
}

/** True for null, the empty text, and a text of blanks. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'string' && withoutBlankEnds(value) === '');
}

/** True if a condition is true for a value that is there and empty, and no other condition is false for it. */
function isAcceptedNothing(value: unknown, { asks, rejects, isDefaulted, others }: Asked): boolean {
  if (!isNothing(value) || isDefaulted) return false;
  const isBlank = value !== null && value !== '';
  if (asks === 'truth') return isBlank;
  const isRejected = others.some(other => (other.asks === 'truth' ? !isBlank : other.rejects === value));
  return rejects !== value && !isRejected;
}

/** Returns a condition that is false for an empty value, and for a missing one as before. */
function hintForNothing(
  value: unknown,
  asked: Asked,
  seen: readonly Seen[],
  { expression: { source } }: ExpressionUse,
): string {
  const { text, offset } = asked;
  const old = oldCondition(asked);
  const isBlank = value !== null && value !== '';
  const isNegated = /\$not\(\s*(?:\$exists\(\s*)?$/.test(source.slice(0, offset));
  const isZeroValid = seen.some(each => each.value === 0 || each.value === false);
  if (!isBlank && !isNegated && !isZeroValid) return `write ${text} in place of ${old}`;
  const condition = isBlank ? `$trim(${text}) != ""` : `${text} != ${JSON.stringify(value)}`;
  const meant = isNegated ? `($exists(${text}) and ${condition})` : condition;
  return `write ${meant} in place of ${old}`;
}

function oldCondition({ text, asks, rejects }: Pick<TruthTest, 'text' | 'asks' | 'rejects'>): string {
  if (asks === 'truth') return text;
  return rejects === undefined ? `$exists(${text})` : `${text} != ${JSON.stringify(rejects)}`;
}

function isMisreadAsPresence(value: unknown): boolean {
  if (value === false) return true;
  return isMisreadAsTruth(value) && value !== '0';
}

const marks = new Set(['on', '1', 'checked']);

function isMark(value: string): boolean {
  return marks.has(value.trim().toLowerCase());
}

function written(value: unknown): string {
  return typeof value === 'string' ? `"${visibleText(value)}"` : String(value);
}

/** Returns a comparison with the value that means yes in samples; shorter in a rule that tests for yes. */
function hintOf(asked: Asked, seen: readonly Seen[], { expression, rule, path }: ExpressionUse): string {
  const { text } = asked;
  if (isNumberZero(asked, seen) && !asked.isNegated)
    return `write ${path === 'when' ? 'when: ' : ''}${text} != "0"`;
  if (isNumberOrId(asked, seen) && !asked.isNegated) return hintForNumber(asked, seen);
  const isWholeRule = rule !== undefined && onlyAsks.test(expression.source.trim());
  if (isWholeRule)
    return `write {from: ${expressionInYaml(text)}, as: boolean}, which reads ja, nein, on, 0 and the like`;
  const nothing = seen.find(
    ({ value, isShown }) =>
      isShown && typeof value === 'string' && answerInWords(value) === undefined && meansNothing(value),
  );
  if (nothing) return `write $exists(${text}) and $not(${text} in [${JSON.stringify(nothing.value)}])`;
  const yes = seen.find(
    ({ value, isShown }) => isShown && typeof value === 'string' && answerInWords(value) === true,
  );
  const literal = yes ? JSON.stringify(yes.value) : '"…"';
  const what = yes ? '' : ', with the text that means yes';
  // As before, the negated condition is also true if the answer is missing.
  if (asked.isNegated) return `write ${path === 'when' ? 'when: ' : ''}$not(${text} = ${literal})${what}`;
  return `write ${path === 'when' ? 'when: ' : ''}${text} = ${literal}${what}`;
}

/** True if a condition asks for the presence of a number or an id, of which no text means yes. */
function isNumberOrId({ steps, isNumber }: Asked, seen: readonly Seen[]): boolean {
  if (isNumber) return true;
  if (seen.some(({ value }) => typeof value === 'string' && answerInWords(value) === true)) return false;
  if (namesNumber.test(steps.at(-1) ?? '')) return true;
  const others = seen.flatMap(({ value }) =>
    typeof value === 'string' && answerInWords(value) === undefined && !meansNothing(value) ? [value] : [],
  );
  return others.length > 0 && others.every(isNumberText);
}

/** Returns a condition that is true for each number, and the word to leave out at the source. */
function hintForNumber(asked: Asked, seen: readonly Seen[]): string {
  const words = seen.flatMap(({ value, isShown }) =>
    isShown && typeof value === 'string' && (answerInWords(value) === false || meansNothing(value))
      ? [JSON.stringify(visibleText(value))]
      : [],
  );
  const listed = words.length > 0 ? [...new Set(words)].slice(0, 5).join(', ') : '"…"';
  return `write $contains($string(${asked.text}), /[0-9]/) in place of ${oldCondition(asked)}, which asks for a digit; or add empty: [${listed}] to the source, if this word means nothing in each answer`;
}

/** True if a "0" stands where other events have a number or an id: it means none there, and not a no. */
function isNumberZero({ steps }: Asked, seen: readonly Seen[]): boolean {
  const texts = seen.flatMap(({ value }) => (typeof value === 'string' ? [value.trim()] : []));
  if (!texts.includes('0')) return false;
  const others = texts.filter(each => each !== '0' && each !== '');
  if (others.length > 0) return others.every(isNumberText);
  return namesNumber.test(steps.at(-1) ?? '');
}

function isNumberText(text: string): boolean {
  return /^\D{0,5}\d{2,18}$/.test(text.trim());
}

const namesNumber = /(?:^|[_-])(?:no|nr|id|num|number|nummer)$|(?:Id|No|Nr|Number)$|nummer$|nr$/;

/** Matches `x ? true : false`, `$boolean(x)`, `$exists(x)` and the like. */
const onlyAsks = /^(?:\$(?:boolean|exists)\([^()]+\)|[^?]+\?\s*["']?true["']?\s*:\s*["']?false["']?)$/;
