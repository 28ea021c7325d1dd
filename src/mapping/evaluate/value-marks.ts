import { elementsOf, presenceOf } from '../../expressions/convert/presence.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import type { Origin, Value } from '../../inbox/call.ts';
import { usedDateFormat } from '../convert/date-format.ts';
import { choiceMark, isSeveral } from '../convert/stays-text.ts';
import { textOf } from '../convert/text-of.ts';
import type { Rule } from '../mapping.ts';
import { ruleExpressions } from '../rules-of.ts';

/** Returns the properties of a rule that the check of its value uses. */
export function marksOf(rule: Rule): Pick<Value, 'choice' | 'onInvalid' | 'dateFormat'> {
  const { as, onInvalid } = rule;
  const dateFormat = usedDateFormat(rule);
  return {
    ...choiceMark(as),
    ...(onInvalid && { onInvalid }),
    ...(dateFormat !== undefined && { dateFormat }),
  };
}

/**
 * Returns the origin of a value, for messages about it, and whether it was joined from several values of the
 * event.
 */
export function originOfValue(
  value: unknown,
  { lookup, as }: Rule,
  origin: Origin,
  hint: () => string | undefined,
): Pick<Value, 'origin' | 'joined' | 'list' | 'oneOfList'> {
  const isList = origin === 'data' && elementsOf(value).length > 1;
  const oneOfList = isList && !isSeveral(as) ? hint() : undefined;
  return {
    origin: lookup ? 'mapping' : origin,
    ...(lookup && isList && { joined: true }),
    ...(isList && !isSeveral(as) && { list: true }),
    ...(oneOfList !== undefined && { oneOfList }),
  };
}

/** Returns the result for an empty value in a field that is not a checkbox. */
export function emptyFieldResult({
  default: fallback,
  separator,
  whenEmpty,
}: Rule): NonNullable<Value['unlessCheckbox']> {
  const text =
    fallback && presenceOf(fallback.value) === 'present' ? textOf(fallback.value, separator) : undefined;
  return text && 'value' in text ? { text: text.value } : whenEmpty;
}

/** Returns the text of a date that senders write for none. The sender's spelling is the one that a cure must name. */
export function withWritten(
  value: unknown,
  { value: text }: { readonly value: string },
  { as }: Rule,
): Pick<Value, 'written'> {
  if (as !== 'date' || !nearlyNever.test(text)) return {};
  const written = scalarText(value);
  return 'value' in written && written.value.trim() !== text ? { written: written.value.trim() } : {};
}

/**
 * Returns whether such a date is meant: the rule gives a reason, or reads the answer to a question. Programs write a date
 * with a time, or a number.
 */
export function meantDay(
  value: unknown,
  { value: text }: { readonly value: string },
  rule: Rule,
): Pick<Value, 'dayMeant'> {
  if (!nearlyNever.test(text)) return {};
  if (rule.because !== undefined) return { dayMeant: 'confirmed' };
  const isTyped = typeof value === 'string' && !/\d:\d/.test(value);
  return isTyped && /1970/.test(text) && asksPerson(rule) ? { dayMeant: 'answered' } : {};
}

function asksPerson(rule: Rule): boolean {
  const read = ruleExpressions(rule);
  return (
    read.length > 0 && read.every(({ answer, variables }) => answer !== undefined || variables.has('answers'))
  );
}

const nearlyNever = /1899|19[07]0|20[3-9]\d|2100|9999|0001|1601|1753/;
