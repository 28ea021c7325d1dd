import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { evaluateBase } from '../../evaluate/evaluate-base.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { calculatesWith, cutsText } from './text-cut.ts';

/**
 * Returns a warning about digits of a text that an expression does not calculate with, if they are zeros in every sample: the minutes of
 * `08:30-16:00` for a rule that reads the hours alone.
 */
export async function ignoredDigits(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Promise<Diagnostic | undefined> {
  const { base } = rule;
  if (base.kind !== 'expression' || result.kind !== 'value' || !result.calculated) return undefined;
  if (!cutsText(base.expression) || !calculatesWith(base.expression)) return undefined;
  const [steps, ...others] = pathsRead(base.expression);
  if (!steps || others.length > 0 || steps.length === 0 || steps[0]?.startsWith('$')) return undefined;
  const text = textAt(scope.input, steps);
  const known = samples.flatMap(each => textAt(each.scope.input, steps) ?? []);
  if (text === undefined || known.length === 0) return undefined;
  for (const at of newDigits(text, known)) {
    const input = withText(scope.input, steps, withoutDigits(text, at));
    const changed = await evaluateBase(rule, { ...scope, input });
    if (!('value' in changed) || changed.value !== result.calculated.value) continue;
    const digits = isShown ? shown(numbersIn(text)[at] ?? '') : 'some digits';
    const given = isShown ? shown(text) : `the text in ${where}`;
    const message = `${path}: the expression does not calculate with ${digits} of ${given}; in every sample of the mapping they are zeros`;
    const hint =
      'change the expression so that it reads these digits as well; if they mean nothing, keep the event as a test (fieldbridge capture)';
    return diagnostic('mapping/ambiguous-value', message, { hint, place: base.place, path });
  }
  return undefined;
}

function textAt(input: unknown, steps: readonly string[]): string | undefined {
  const value = steps.reduce<unknown>(ownValue, input);
  return typeof value === 'string' && value.length <= longest ? value : undefined;
}

const longest = 100;

function numbersIn(text: string): readonly string[] {
  return text.match(/\d+/g) ?? [];
}

/** Returns the positions of the numbers that are zeros in each sample, which has as many numbers, and not in the event. */
function newDigits(text: string, known: readonly string[]): readonly number[] {
  const here = numbersIn(text);
  const others = known.map(numbersIn);
  if (others.some(each => each.length !== here.length)) return [];
  return here.flatMap((digits, at) =>
    !isZero(digits) && others.every(each => isZero(each[at])) ? [at] : [],
  );
}

function isZero(digits: string | undefined): boolean {
  return digits !== undefined && /^0+$/.test(digits);
}

function withoutDigits(text: string, at: number): string {
  let count = -1;
  return text.replace(/\d+/g, digits => {
    count += 1;
    return count === at ? '0'.repeat(digits.length) : digits;
  });
}

/** Returns a copy of an input with another text at a path. */
function withText(input: unknown, [step = '', ...further]: readonly string[], text: string): unknown {
  if (!isPlainObject(input)) return input;
  const value = further.length === 0 ? text : withText(ownValue(input, step), further, text);
  return { ...input, [step]: value };
}
