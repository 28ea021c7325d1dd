import { DateTime } from 'luxon';
import type { Conversion } from '../mapping.ts';
import type { Conversions } from './convert.ts';
import { dateReadings, defaultDateFormat, losesItsZone } from './convert-date.ts';
import { extensionOf, otherReading } from './convert-phone.ts';
import { hasShortYear } from './date-pattern.ts';
import { elementsOf } from './presence.ts';
import { scalarText, shown } from './text-of.ts';

/** Why a value that was converted may be another one than was meant. */
export interface Doubt {
  readonly message: string;
  readonly hint: string;
}

/** What is doubtful in the conversion of a value that came at a time (ISO 8601). */
export function doubtsOf(value: unknown, rule: Conversions, receivedAt: string): readonly Doubt[] {
  if (rule.as === undefined || !doubtfulConversions.has(rule.as)) return [];
  return elementsOf(value).flatMap(element => {
    const text = scalarText(element);
    if (typeof element !== 'string' || !('value' in text)) return [];
    return doubtOf(element, rule, receivedAt) ?? [];
  });
}

/** The conversions that a value may be read by in another way than was meant. */
export const doubtfulConversions: ReadonlySet<Conversion> = new Set(['number', 'date', 'phone']);

function doubtOf(text: string, rule: Conversions, receivedAt: string): Doubt | undefined {
  if (rule.as === 'number') return numberDoubt(text);
  return rule.as === 'date' ? dateDoubt(text, rule, receivedAt) : phoneDoubt(text, rule);
}

function phoneDoubt(text: string, { phone }: Conversions): Doubt | undefined {
  const other = otherReading(text, phone.country);
  if (other) {
    const message = `${shown(text)} is read as a mobile number of ${phone.country}, and may also be ${other.number} (${other.country})`;
    return {
      message,
      hint: 'have the sender write + or 00 before the code of the country, or 0 before a number without one',
    };
  }
  const extension = extensionOf(text, phone.country);
  if (extension === undefined) return undefined;
  return {
    message: `${shown(text)} has the extension ${extension}, which is not sent`,
    hint: 'send the whole text to the note or to a field of the account, if the extension matters',
  };
}

/** What is doubtful in patterns of dates whatever text comes. */
export function doubtsOfPatterns(patterns: readonly string[]): readonly Doubt[] {
  const pair = patterns.flatMap((first, at) =>
    patterns.slice(at + 1).flatMap(second => (readDifferently(first, second) ? [[first, second]] : [])),
  )[0];
  const short = patterns.find(hasShortYear);
  return [
    ...(pair
      ? [
          {
            message: `what both "${pair.join('" and "')}" can read is another date by each, and the first counts`,
            hint: 'keep the pattern that the sender really writes; two senders are two rules',
          },
        ]
      : []),
    ...(short === undefined
      ? []
      : [
          {
            message: `"${short}" has years of two digits, and 45 is read as 2045, not 1945`,
            hint: fourDigits,
          },
        ]),
  ];
}

const fourDigits = 'have the sender write years with four digits, and read them with yyyy';

function numberDoubt(text: string): Doubt | undefined {
  const digits = text.trim();
  const lost = /^[+-]?0\d/.test(digits)
    ? 'leading zeros'
    : digits.startsWith('+')
      ? 'plus sign'
      : /^\d+e\d+$/i.test(digits)
        ? 'letter'
        : undefined;
  if (lost === undefined) return undefined;
  const hint = 'leave out as: number where it is a code: a post code, a customer or a phone number';
  return { message: `${shown(text)} loses its ${lost} as a number`, hint };
}

function dateDoubt(text: string, { date }: Conversions, receivedAt: string): Doubt | undefined {
  const { format = defaultDateFormat } = date;
  if (losesItsZone(text.trim(), date)) {
    const message = `${shown(text)} is a moment with an offset, of which only the day is sent (${format})`;
    return {
      message,
      hint: 'add zone: with the place of the customers, as in zone: Europe/Berlin: there it may be another day',
    };
  }
  // Every value comes by here, and reading a date takes long.
  if (date.parse.length < 2 && !date.parse.some(hasShortYear)) return undefined;
  const [first, ...others] = dateReadings(text.trim(), date);
  if (!first) return undefined;
  const other = others.find(each => each.words !== first.words);
  if (other) {
    const message = `${shown(text)} is ${first.words} by ${first.pattern}, but ${other.words} by ${other.pattern}; the first counts`;
    return { message, hint: 'keep the pattern that the sender really writes; two senders are two rules' };
  }
  const isAhead = first.moment > DateTime.fromISO(receivedAt).plus({ days: 1 });
  if (!hasShortYear(first.pattern) || !isAhead) return undefined;
  return { message: `${shown(text)} is read as ${first.words}, which is still to come`, hint: fourDigits };
}

/** A day that each pattern writes with other digits tells. */
function readDifferently(first: string, second: string): boolean {
  const day = DateTime.fromISO('2001-02-03T04:05:06Z', { zone: 'utc' });
  return [first, second].some(pattern => {
    const text = day.toFormat(pattern, { locale: 'en', numberingSystem: 'latn' });
    const readings = dateReadings(text, { parse: [first, second], zone: undefined });
    return readings.length > 1 && readings[0]?.words !== readings[1]?.words;
  });
}
