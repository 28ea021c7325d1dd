import { isDeepStrictEqual } from 'node:util';
import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { type CalledWithPath, calledWithPath } from '../../../expressions/comparisons/called-with-path.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import { pathReader, wholeReader } from '../../../expressions/paths/path-values.ts';
import { consentAnswer } from '../../../mapping/convert/consent-answer.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { showsValues, type Wanted, whereOf } from '../trial.ts';

/**
 * Warns about functions that hide the meaning of a value, as a sample or a stored event shows: `$keys` also returns the
 * names of unticked boxes, `$number` reads a thousands point as a decimal point, `$count` counts a number as one value, and `$split` makes one element of an empty text.
 */
export function checkKeys(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use => {
    if (use.because !== undefined) return [];
    const counted = calledWithPath(use.expression, ['split']).flatMap(call => {
      const found = countOfSplit(call, use, events);
      return found
        ? [diagnostic('check/empty-differs', found.message, placed(call, use, within, found))]
        : [];
    });
    const others = calledWithPath(use.expression, ['keys', 'number', 'count']).flatMap(call => {
      const isWrong =
        { keys: hasUnticked, count: isCounted, number: isInThousands }[call.name] ?? isInThousands;
      // In rules, numbers are reported on evaluation.
      if (call.name === 'number' && (use.path !== 'when' || call.isSeveral)) return [];
      const event = events.find(({ scope }) => valuesOf(call)(scope).some(isWrong));
      return event ? [warning(call, event, use, within)] : [];
    });
    return [...counted, ...others];
  });
}

function placed(
  { offset, length }: CalledWithPath,
  use: ExpressionUse,
  within: PlaceWithin,
  { hint }: { readonly hint: string },
) {
  return { hint, place: within(use, offset, length), path: use.path };
}

const comparedWithNone =
  /^ ?, ?(?:"[^"]{0,9}"|'[^']{0,9}') ?\) ?\) ?(?:(?:>|!=) ?0|>= ?1|(=) ?0|(<) ?1)(?![\d.])/;

/**
 * Handles `$count($split(x, ","))`, which is 1 for an empty text. Compared with 0, it is wrong for every payload;
 * otherwise only if an event has such a text.
 */
function countOfSplit(
  { steps, text, offset, length }: CalledWithPath,
  { expression }: ExpressionUse,
  events: readonly Wanted[],
): { readonly message: string; readonly hint: string } | undefined {
  const { source } = expression;
  if (!/\$count\(\s*\$split\(\s*$/.test(source.slice(0, offset))) return undefined;
  const isTested = truthTests(expression).some(
    test => isDeepStrictEqual(test.steps, steps) && (test.asks === 'truth' || test.rejects === ''),
  );
  if (isTested || source.includes(`${text} = ""`)) return undefined;
  const compared = comparedWithNone.exec(source.slice(offset + length).replaceAll(/\s+/g, ' '));
  const read = pathReader({ steps, text });
  const event = events.find(({ scope }) =>
    read(scope).some(value => typeof value === 'string' && withoutBlankEnds(value) === ''),
  );
  if (!compared && !event) return undefined;
  const where = event ? `, as in ${whereOf(event.trial)}` : '';
  const message = `$split makes one element of an empty text, so $count counts an empty ${text} as 1${where}`;
  const isNone = compared?.[1] ?? compared?.[2];
  const condition = compared
    ? isNone
      ? `$not($exists(${text}) and ${text} != "")`
      : `${text} != ""`
    : `(${text} != "" ? $count($split(${text}, …)) : 0)`;
  return { message, hint: `write ${condition}, which counts an empty text as none` };
}

function valuesOf({ steps, text }: CalledWithPath) {
  const reader = wholeReader({ steps, text, from: 0 });
  return (scope: Wanted['scope']) => reader?.(scope) ?? [];
}

/** True for an object of yes and no values with at least one no. */
function hasUnticked(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const answers = Object.values(value).map(consentAnswer);
  return answers.every(each => each !== undefined) && answers.includes(false);
}

/** True for a number, or for several values in one text. */
function isCounted(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  const parts = value.split(/[,;|]/).filter(each => each.trim() !== '');
  return parts.length > 1 || isWhole.test(value);
}

const isWhole = /^\s*\d{1,15}\s*$/;

function isInThousands(value: unknown): boolean {
  return typeof value === 'string' && /^\s*[1-9]\d{0,2}\.\d{3}\s*$/.test(value);
}

function warning(
  call: CalledWithPath,
  { trial, scope }: Wanted,
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic {
  const { name, text, offset, length } = call;
  const where = { place: within(use, offset, length), path: use.path };
  if (name === 'keys') {
    const message = `$keys gives every name in ${text}, and in ${whereOf(trial)} some of them have a no`;
    const hint = `write $keys($sift(${text}, function($each) {$each = true})), with the value that means yes`;
    return diagnostic('check/keys-of-unticked', message, { ...where, hint });
  }
  if (name === 'count') {
    const given = valuesOf(call)(scope).find(isCounted);
    const isNumber = isWhole.test(String(given));
    const what = isNumber ? 'a number' : 'one text';
    const message = `$count counts the elements of a list, and ${text} is ${what} in ${whereOf(trial)}, which counts as 1`;
    const hint = isNumber
      ? `write ${typeof given === 'number' ? text : `$number(${text})`} without $count`
      : `write $count($split(${text}, ",")) with the sign between the values`;
    return diagnostic('check/never-equal', message, { ...where, hint });
  }
  const value = valuesOf(call)(scope).find(isInThousands);
  const shown = showsValues(trial)
    ? `${JSON.stringify(value)}, which $number reads as ${Number(value)}`
    : 'a number with a point and three digits';
  const message = `when: ${text} is ${shown} in ${whereOf(trial)}: the point may stand between thousands`;
  const hint = `write $number(${text}, ",") where a comma stands before decimals`;
  return diagnostic('mapping/ambiguous-value', message, { ...where, hint });
}
