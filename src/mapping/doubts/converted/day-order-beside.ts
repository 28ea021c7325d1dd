import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import type { Rule } from '../../mapping.ts';

type Order = 'day-first' | 'month-first';

/**
 * Returns the doubt about a date that may be read in two orders, if the rule reads it in one and another date of the same event
 * can only be read in the other: "11/9/1994" by `d/M/yyyy` beside "11/23/2026".
 */
export function dayOrderBeside(
  value: unknown,
  { as, because, date }: Rule,
  { input }: Scope,
): Doubt | undefined {
  if (as !== 'date' || because !== undefined || typeof value !== 'string') return undefined;
  const [, first = '', separator = '', second = ''] = written.exec(value) ?? [];
  if (separator === '' || Number(first) > 12 || Number(second) > 12 || Number(first) === Number(second))
    return undefined;
  const pattern = date.parse.find(each => orderOf(each, separator) !== undefined);
  const order = pattern === undefined ? undefined : orderOf(pattern, separator);
  if (order === undefined || typeof input !== 'object' || input === null) return undefined;
  const proofs = ordersIn(input).filter(each => each.separator === separator);
  const other = proofs.find(each => each.order !== order);
  if (!other || proofs.some(each => each.order === order)) return undefined;
  return {
    message: `${shown(value)} is read with ${order === 'day-first' ? 'the day' : 'the month'} first, and another date of the event (${shown(other.text)}) has ${order === 'day-first' ? 'the month' : 'the day'} first`,
    hint: `write parse: [${separated(pattern ?? '')}], if the sender writes all dates in one order; if not, add because: with the reason`,
  };
}

/** Returns a pattern with the day and the month exchanged. */
function separated(pattern: string): string {
  return pattern.replace(/d+|M+/g, part => (part.startsWith('d') ? 'M' : 'd').repeat(part.length));
}

const written = /^\s*(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;

/** Returns the order of a pattern for dates of numbers with the separator. */
function orderOf(pattern: string, separator: string): Order | undefined {
  const [, first, , second] = /^(d{1,2}|M{1,2})([/.-])(d{1,2}|M{1,2})\2y/.exec(pattern) ?? [];
  if (first === undefined || second === undefined || !pattern.includes(separator)) return undefined;
  return first.startsWith('d') ? 'day-first' : 'month-first';
}

interface Proof {
  readonly order: Order;
  readonly separator: string;
  readonly text: string;
}

/** Returns the dates of a payload that can be read in one order only. Several rules ask for them. */
const ordersIn = onceFor((input: object): readonly Proof[] => {
  const found: Proof[] = [];
  let left = mostValues;
  const visit = (value: unknown, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > deepest) return;
    if (typeof value === 'string') found.push(...orderShownBy(value));
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) visit(each, depth + 1);
  };
  visit(input, 0);
  return found;
});

function orderShownBy(value: string): readonly Proof[] {
  const [text = '', first, separator = '', second] = written.exec(value) ?? [];
  const [one, other] = [Number(first), Number(second)];
  const isDay = (number: number) => number > 12 && number <= 31;
  if (isDay(one) && other <= 12) return [{ order: 'day-first', separator, text }];
  return isDay(other) && one <= 12 ? [{ order: 'month-first', separator, text }] : [];
}

const mostValues = 1_000;
const deepest = 8;
