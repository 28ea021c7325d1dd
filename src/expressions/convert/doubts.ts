import { DateTime } from 'luxon';
import {
  type DatePart,
  hasShortYear,
  hasTwelveHourClock,
  meantOrder,
  missingParts,
} from '../date-pattern.ts';
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
import { readDifferently } from './guess-patterns.ts';
import { elementsOf } from './presence.ts';
import { dateReadings, defaultDateFormat } from './read-date.ts';
import { scalarText, shown } from './scalar-text.ts';

/** The reason why a converted value may differ from the intended one. */
export interface Doubt {
  readonly message: string;
  readonly hint: string;
  /** True if the day lies in the future, which is right for an appointment. */
  readonly isAhead?: true;
  /** True if the day lies many years in the past, which is right for everything but an appointment. */
  readonly isLongPast?: true;
  /** True if the text has fewer parts of a day than others that the rule reads. */
  readonly isPartial?: true;
}

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

/** Returns the doubt about the format in which a rule writes dates, whatever the value. */
export function doubtOfFormat(format: string | undefined): Doubt | undefined {
  if (format === undefined) return undefined;
  const meant = meantOrder(format);
  if (meant !== undefined) return orderDoubt(format, meant);
  if (hasTwelveHourClock(format)) {
    return {
      message: `"${format}" writes hours from 1 to 12 (h), so 3 and 15 o'clock look the same`,
      hint: `write format: ${format.replace(/h+/, hours => hours.toUpperCase())}; if it is right, add because: with the reason`,
    };
  }
  if (!hasShortYear(format)) return undefined;
  return {
    message: `"${format}" writes years of two digits, so 1948 and 2048 look the same`,
    hint: `write format: ${format.replace(/(?<!y)yy(?!y)/, 'yyyy')}; if two digits are right, add because: with the reason`,
  };
}

function orderDoubt(pattern: string, meant: string): Doubt {
  const rule = pattern.includes('.')
    ? 'between points the day stands first'
    : 'behind the year the month stands first';
  return {
    message: `"${pattern}" swaps day and month: ${rule}`,
    hint: `write ${meant}; if the other order is right, add because: with the reason`,
  };
}

/** Returns the doubts about patterns of dates, whatever the value. */
export function doubtsOfPatterns(patterns: readonly string[]): readonly Doubt[] {
  const pair = patterns.flatMap((first, at) =>
    patterns.slice(at + 1).flatMap(second => (readDifferently(first, second) ? [[first, second]] : [])),
  )[0];
  const short = patterns.find(hasShortYear);
  const swapped = patterns.flatMap(each => {
    const meant = meantOrder(each);
    return meant === undefined ? [] : [orderDoubt(each, meant)];
  });
  return [
    ...swapped.slice(0, 1),
    ...(pair
      ? [
          {
            message: `some texts fit both "${pair.join('" and "')}" and mean a different date in each; the first format counts`,
            hint: 'keep the format that the sender uses; write two rules for two senders',
          },
        ]
      : []),
    ...(short === undefined
      ? []
      : [
          {
            message: `"${short}" has years of two digits, and 45 is read as 2045, not 1945`,
            hint: fourDigits,
            isAhead: true,
          } as const,
        ]),
  ];
}

/**
 * Returns the doubt about the patterns that lack parts of a day. Parts that `format` lacks too are not sent.
 */
export function doubtOfParts(patterns: readonly string[], format: string | undefined): Doubt | undefined {
  const written = format === undefined ? [] : missingParts(format);
  const lacking = Map.groupBy(patterns, pattern =>
    missingParts(pattern)
      .filter(part => !written.includes(part))
      .join(' '),
  );
  const texts = [...lacking].flatMap(([key, found]) => {
    const parts = key.split(' ').filter(isPart);
    if (parts.length === 0) return [];
    const quoted = found.map(each => `"${each}"`);
    const names = [...(quoted.length > 1 ? [quoted.slice(0, -1).join(', ')] : []), quoted.at(-1)].join(
      ' and ',
    );
    return [`${names} ${found.length === 1 ? 'has' : 'have'} ${withoutParts(parts)}`];
  });
  if (texts.length === 0) return undefined;
  return { message: texts.join('; '), hint: wholeDay };
}

const wholeDay = 'have the sender write the whole day; if it is right, add because: with the reason';

function isPart(text: string): text is DatePart {
  return text === 'year' || text === 'month' || text === 'day';
}

/** Returns `no month and no day, so 1 January is sent`. */
function withoutParts(parts: readonly DatePart[]): string {
  const filled = {
    year: 'the current year',
    month: 'the first month',
    day: 'the first day',
    'month day': '1 January',
    'year day': 'the first day of the month in the current year',
    'year month': 'a day of the current month',
  };
  const key = parts.join(' ');
  const sent = key in filled ? filled[key as keyof typeof filled] : 'another day';
  return `${parts.map(each => `no ${each}`).join(' and ')}, so ${sent} is sent`;
}

const fourDigits = 'have the sender write years with four digits, and read them with yyyy';

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
