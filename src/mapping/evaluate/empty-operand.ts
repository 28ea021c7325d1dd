import { visibleNames } from '../../diagnostics/visible-text.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import type { Rule } from '../mapping.ts';

/**
 * Returns the advice for an expression that fails for an event where a path that it reads is an empty text: the same
 * expression with a condition. It gives nothing for this event, and the same as before for an event with a value.
 */
export function emptyOperandHint({ base }: Rule, scope: Scope): string | undefined {
  if (base.kind !== 'expression') return undefined;
  const { expression } = base;
  const isEmpty = (value: unknown) => typeof value === 'string' && presenceOf(value) === 'empty';
  const empty = pathsRead(expression)
    .map(steps => ({ steps, text: pathText(steps) }))
    .filter(path => pathReader(path)(scope).some(isEmpty));
  const texts = [...new Set(empty.map(({ text }) => text))];
  if (texts.length === 0) return undefined;
  const { source } = expression;
  const isShort = source.length <= 100 && !source.includes('\n');
  const whole = !isShort
    ? '(…) with this expression in place of …'
    : /[?;]|:=/.test(source)
      ? `(${source})`
      : source;
  const filled = texts.map(text => `$trim(${text}) != ""`).join(' and ');
  return `${visibleNames(texts)} ${texts.length === 1 ? 'is' : 'are'} empty: write '${filled} ? ${whole}', which sends nothing then`;
}
