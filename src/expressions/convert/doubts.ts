import { DateTime } from 'luxon';
import { hasShortYear, missingParts } from '../date-pattern.ts';
import {
  countedInUtc,
  losesItsZone,
  movedDay,
  secondsAsMillis,
  writesUtcTime,
  writtenDay,
} from './convert-date.ts';
import { extensionOf, mobileElsewhere, otherReading } from './convert-phone.ts';
import type { DateForm } from './date-form.ts';
import { type Doubt, fourDigits, wholeDay, withoutParts } from './pattern-doubts.ts';
import { elementsOf } from './presence.ts';
import { dateReadings, defaultDateFormat } from './read-date.ts';
import { scalarText, shown } from './scalar-text.ts';

/** The constant time at which the events of tests arrive. It does not show which days are in the future. */
export const receiptOfTests = '2026-01-01T12:00:00.000Z';

/** The settings of a rule that may cause doubts about a value. */
export interface DoubtfulReading {
  readonly as?: string | undefined;
  readonly date: DateForm;
  readonly phone: { readonly country: string | undefined };
  /** The defaults that set the zone, in words, if the rule itself does not. */
  readonly zoneOwner?: string;
}

/** Returns the doubts about the conversion of a value that arrived at a time (ISO 8601). */
export function doubtsOf(value: unknown, rule: DoubtfulReading, receivedAt: string): readonly Doubt[] {
  if (rule.as === undefined || !doubtfulConversions.has(rule.as)) return [];
  return elementsOf(value).flatMap(element => {
    const text = scalarText(element);
    const isRead = typeof element === 'string' || (typeof element === 'number' && rule.as === 'date');
    if (!isRead || !('value' in text)) return [];
    return doubtOf(typeof element === 'string' ? element : text.value, rule, receivedAt) ?? [];
  });
}

/** The conversions that may read a value differently than intended. */
export const doubtfulConversions: ReadonlySet<string> = new Set(['number', 'date', 'phone']);

function doubtOf(text: string, rule: DoubtfulReading, receivedAt: string): Doubt | undefined {
  if (rule.as === 'number') return numberDoubt(text);
  return rule.as === 'date' ? dateDoubt(text, rule, receivedAt) : phoneDoubt(text, rule);
}

function phoneDoubt(text: string, { phone }: DoubtfulReading): Doubt | undefined {
  const other = otherReading(text, phone.country);
  if (other) {
    const message = `${shown(text)} is read as a mobile number of ${phone.country}, and may also be ${other.number} (${other.country})`;
    return {
      message,
      hint: 'have the sender write + or 00 before the code of the country, or 0 before a number without one',
    };
  }
  const elsewhere = mobileElsewhere(text, phone.country);
  if (elsewhere) {
    return {
      message: `${shown(text)} is read as a landline number of ${phone.country}, and may also be the mobile number ${elsewhere.number} (${elsewhere.country})`,
      hint: 'have the sender write + or 00 before the code of the country',
    };
  }
  const extension = extensionOf(text, phone.country);
  if (extension === undefined) return undefined;
  return {
    message: `${shown(text)} has the extension ${extension}, which is not sent`,
    hint: 'send the whole text to the note or to a field of the account, if the extension matters',
  };
}

/** Returns the part of a text that is lost when `way` reads it as a number. */
export function numberDoubt(text: string, way: 'as: number' | '$number' = 'as: number'): Doubt | undefined {
  const digits = text.trim();
  const lost = /^[+-]?0\d/.test(digits)
    ? 'leading zeros'
    : digits.startsWith('+')
      ? 'plus sign'
      : /^\d+e\d+$/i.test(digits)
        ? 'letter'
        : undefined;
  if (lost === undefined) return undefined;
  const hint = `leave out ${way} where it is a code: a post code, a customer or a phone number`;
  return { message: `${shown(text)} loses its ${lost} as a number`, hint };
}

const addZone =
  'add zone: with the place of the customers, as in zone: Europe/Berlin: there it may be another day';

function dateDoubt(
  text: string,
  { date, zoneOwner }: DoubtfulReading,
  receivedAt: string,
): Doubt | undefined {
  const { format = defaultDateFormat } = date;
  if (losesItsZone(text.trim(), date)) {
    const message = `${shown(text)} is a moment with an offset, of which only the day is sent (${format})`;
    return {
      message,
      hint: addZone,
    };
  }
  const unlikely =
    zoneDoubt(text.trim(), date, zoneOwner) ?? unitDoubt(text.trim(), date) ?? utcDoubt(text.trim(), date);
  if (unlikely) return unlikely;
  // Every value passes here, and reading a date is slow.
  if (date.parse.length < 2 && !date.parse.some(hasShortYear)) return undefined;
  const [first, ...others] = dateReadings(text.trim(), date);
  if (!first) return undefined;
  const other = others.find(each => each.words !== first.words);
  if (other) {
    const message = `${shown(text)} is ${first.words} by ${first.pattern}, but ${other.words} by ${other.pattern}; the first counts`;
    return { message, hint: 'keep the format that the sender uses; write two rules for two senders' };
  }
  const short = shortYearDoubt(text, first, receivedAt);
  return short ?? partialDoubt(text, first.pattern, date);
}

interface Reading {
  readonly pattern: string;
  readonly words: string;
  readonly moment: DateTime;
}

function shortYearDoubt(
  text: string,
  { pattern, words, moment }: Reading,
  receivedAt: string,
): Doubt | undefined {
  if (!hasShortYear(pattern) || receivedAt === receiptOfTests) return undefined;
  // `yy` also reads a whole year.
  if (/(?<!\d)\d{4}(?!\d)/.test(text)) return undefined;
  const received = DateTime.fromISO(receivedAt);
  if (moment > received.plus({ days: 1 }))
    return {
      message: `${shown(text)} is read as ${words}, which is in the future`,
      hint: fourDigits,
      isAhead: true,
    };
  if (moment > received.minus({ years: longPast })) return undefined;
  return {
    message: `${shown(text)} is read as ${words}, which is long past`,
    hint: fourDigits,
    isLongPast: true,
  };
}

const longPast = 10;

/** Returns the doubt about a text such as `2027` for a rule that also reads `11/2027`. */
function partialDoubt(text: string, pattern: string, { parse, format }: DateForm): Doubt | undefined {
  const written = missingParts(format ?? defaultDateFormat);
  const parts = missingParts(pattern).filter(
    part => !written.includes(part) && parse.some(each => !missingParts(each).includes(part)),
  );
  if (parts.length === 0) return undefined;
  return {
    message: `${shown(text)} has ${withoutParts(missingParts(pattern))}`,
    hint: wholeDay,
    isPartial: true,
  };
}

/** True if a doubt is none for a rule: it is about a coming day, or it has a reason. */
export function isExpected(
  { isAhead, isLongPast, isPartial }: Pick<Doubt, 'isAhead' | 'isLongPast' | 'isPartial'>,
  rule: { readonly isComing: boolean; readonly hasReason: boolean },
): boolean {
  if (isPartial) return rule.hasReason;
  return (isAhead === true && rule.isComing) || (isLongPast === true && !rule.isComing);
}

function zoneDoubt(text: string, date: DateForm, zoneOwner: string | undefined): Doubt | undefined {
  const moved = movedDay(text, date);
  if (!moved) return undefined;
  return {
    message: `${shown(text)} is the beginning of ${moved.day}, and ${moved.sent} is sent, which it still is in ${date.zone}`,
    hint: zoneOwner === undefined ? `${dayItself}, remove zone:` : dayOfDefault(zoneOwner),
  };
}

const dayItself = 'if the sender means the day itself';

function dayOfDefault(owner: string): string {
  return `${dayItself}, read only the day, as in from: '$substring(PATH, 0, 10)' with its path; the zone: is in the ${owner}, and holds for its other rules too`;
}

function unitDoubt(text: string, date: DateForm): Doubt | undefined {
  const written = writtenDay(text, date);
  if (written) {
    return {
      message: `${shown(text)} is read as seconds, which is ${written.day}; as year, month and day it is ${written.asWritten}`,
      hint: 'write parse: yyyyMMdd, which reads year, month and day',
    };
  }
  const read = secondsAsMillis(text, date);
  if (!read) return undefined;
  return {
    message: `${shown(text)} is read as milliseconds, which is ${read.day}; as seconds it is ${read.asSeconds}`,
    hint: 'write parse: X, which reads seconds since 1970',
  };
}

function utcDoubt(text: string, date: DateForm): Doubt | undefined {
  if (writesUtcTime(text, date)) {
    const message = `the time of ${shown(text)} is sent as it is in UTC, and no zone with it`;
    return { message, hint: 'add zone: with the place of the customers, as in zone: Europe/Berlin' };
  }
  const read = countedInUtc(text, date);
  if (!read) return undefined;
  return {
    message: `${shown(text)} is ${read.time} of ${read.day} in UTC, and only that day is sent`,
    hint: addZone,
  };
}
