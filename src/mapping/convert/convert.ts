import { convertDate } from '../../expressions/convert/convert-date.ts';
import { convertNumber } from '../../expressions/convert/convert-number.ts';
import { convertPhone } from '../../expressions/convert/convert-phone.ts';
import { patternHint } from '../../expressions/convert/guess-patterns.ts';
import { writeNumber } from '../../expressions/convert/number-format.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { type Converted, longestRead, scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import { grouped } from '../../expressions/meter.ts';
import type { Note } from '../explain/recorder.ts';
import type { Conversion, Rule } from '../mapping.ts';
import { convertBoolean } from './convert-boolean.ts';
import { isSeveral } from './stays-text.ts';
import { type ConvertedText, joinedTexts, textOf } from './text-of.ts';

/** The conversion of a rule's value to a text. */
export type Conversions = Pick<Rule, 'as' | 'date' | 'phone' | 'separator'> &
  Partial<Pick<Rule, 'decimal' | 'numbers'>>;

/**
 * Converts an existing value to the text to send. Each element of a list is converted; the texts are joined
 * by the separator. A yes or no, a date and a phone number are one value, never a list of several.
 */
export function convert(value: unknown, rule: Conversions, note?: Note): ConvertedText {
  const step = convertAll(value, rule, note);
  note?.({ kind: 'converted', input: value, step });
  return step;
}

function convertAll(value: unknown, rule: Conversions, note: Note | undefined): ConvertedText {
  if (rule.as === undefined || rule.as === 'text' || isSeveral(rule.as)) return textOf(value, rule.separator);
  const elements = elementsOf(value);
  const one = single[rule.as];
  if (one !== undefined && elements.length > 1) return { fault: `${shown(value)} is not one ${one}` };
  return joinedTexts(value, rule.separator, element => convertElement(element, rule, note));
}

/** The names of the single values that conversions accept; none of these accepts a list. */
const single: Readonly<Partial<Record<Conversion, string>>> = {
  boolean: 'yes or no',
  date: 'date',
  phone: 'phone number',
  choice: 'choice',
};

/** True if a conversion gives one value, never a list of several. */
export function isSingleConversion(as: Conversion | undefined): boolean {
  return as !== undefined && single[as] !== undefined;
}

function convertElement(element: unknown, rule: Conversions, note: Note | undefined): Converted<string> {
  const text = scalarText(element);
  if ('fault' in text) return text;
  if (rule.as === 'choice') return text;
  const { length } = text.value.trim();
  if (length > longestRead && rule.as !== 'phone') {
    return {
      fault: `${shown(element)} has ${grouped(length)} characters; a ${rule.as} has at most ${longestRead}`,
    };
  }
  switch (rule.as) {
    case 'number':
      return inFormat(typeof element === 'number' ? text : convertNumber(text.value, rule.decimal), rule);
    case 'boolean':
      return convertBoolean(text.value);
    case 'date':
      return withPattern(convertDate(text.value, rule.date, note), text.value, rule.date.parse);
    case 'phone':
      return convertPhone(text.value, rule.phone.country);
    default:
      return text;
  }
}

function inFormat(step: Converted<string>, { numbers }: Conversions): Converted<string> {
  return numbers && 'value' in step ? { value: writeNumber(step.value, numbers) } : step;
}

function withPattern(step: Converted<string>, text: string, parse: readonly string[]): Converted<string> {
  return 'fault' in step ? { ...step, hint: step.hint ?? patternHint(text.trim(), parse) } : step;
}
