import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CalledWithPath, calledWithPath } from '../../expressions/called-with-path.ts';
import { wholeReader } from '../../expressions/path-values.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { showsValues, type Wanted, whereOf } from './trial.ts';

/**
 * Warns about functions that hide the meaning of a value, as a sample or a stored event shows: `$keys` also returns the
 * names of unticked boxes, `$number` reads a thousands point as a decimal point, and `$count` counts a number as one value.
 */
export function checkKeys(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use => {
    if (use.because !== undefined) return [];
    return calledWithPath(use.expression, ['keys', 'number', 'count']).flatMap(call => {
      const isWrong =
        { keys: hasUnticked, count: isCounted, number: isInThousands }[call.name] ?? isInThousands;
      // In rules, numbers are reported on evaluation.
      if (call.name === 'number' && (use.path !== 'when' || call.isSeveral)) return [];
      const event = events.find(({ scope }) => valuesOf(call)(scope).some(isWrong));
      return event ? [warning(call, event, use, within)] : [];
    });
  });
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
