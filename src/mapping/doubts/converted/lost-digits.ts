import { compile } from '../../../expressions/compile.ts';
import { numberDoubt } from '../../../expressions/convert/doubts.ts';
import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import type { Rule } from '../../mapping.ts';

/** Matches only `$number(PATH)`. */
const wholeNumber = /^\s*\$number\(([^()]{1,200})\)\s*$/;

const readers = new WeakMap<Rule, PathReader>();

/** True if a rule only reads a text by `$number`. */
export function readsNumber({ base }: Rule): boolean {
  return base.kind === 'expression' && wholeNumber.test(base.expression.source);
}

/**
 * Returns the part of a text that is lost when a rule reads it by `$number` (the zero before a post code, the
 * letter in 12E3), or the text if it is read as another number, such as 0x10.
 */
export function lostDigits(rule: Rule, scope: Scope): Doubt | undefined {
  if (rule.because !== undefined || !readsNumber(rule)) return undefined;
  const reader = readers.get(rule) ?? readerOf(rule);
  readers.set(rule, reader);
  for (const value of reader(scope)) {
    if (typeof value !== 'string') continue;
    const doubt = /^\s*0[xob]/i.test(value)
      ? {
          message: `${shown(value)} is read by $number as a number that is not decimal`,
          hint: 'leave out $number where it is a code',
        }
      : numberDoubt(value, '$number');
    if (doubt) return doubt;
  }
  return undefined;
}

function readerOf({ base }: Rule): PathReader {
  const source = base.kind === 'expression' ? base.expression.source : '';
  const text = wholeNumber.exec(source)?.[1]?.trim() ?? '';
  const compiled = compile(text);
  const steps = 'expression' in compiled ? compiled.expression.path : null;
  return steps === null ? () => [] : pathReader({ steps, text });
}
