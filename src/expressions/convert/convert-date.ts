import { DateTime } from 'luxon';
import { hasTime, unquoted } from '../date-pattern.ts';
import type { DateForm, DateNote } from './date-form.ts';
import { misspeltMonth } from './date-names.ts';
import { dayNumberHint, dayOfNumber } from './day-number.ts';
import {
  dayWords,
  defaultDateFormat,
  hasOffset,
  isCounted,
  momentWords,
  readByPattern,
  readDate,
  unitWords,
} from './read-date.ts';
import { type Converted, shown } from './scalar-text.ts';

/**
 * Reads a date and writes it in the rule's format. Without patterns it must be ISO 8601 (`2026-03-31`, with a
 * time or without); with patterns it must match one of them, and the first match counts. Days that do not
 * exist, such as 31 February, are faults. A time without an offset is in the zone of the rule; a time with an
 * offset is converted to that zone. Without a zone the date stays as it was written.
 */
export function convertDate(
  text: string,
  rule: DateForm,
  note?: (reading: DateNote) => void,
): Converted<string> {
  const trimmed = text.trim();
  const { read, pattern } = readDate(trimmed, rule);
  const misread = countedDays(trimmed, pattern) ?? countedNothing(text, read, pattern);
  if (misread) return misread;
  if (!read) {
    const allowed =
      rule.parse.length === 0 ? 'written as 2026-03-31' : `written as ${rule.parse.join(' or ')}`;
    const month = misspeltMonth(trimmed);
    const hint = month && `${month.written} is no month (did you mean ${month.meant}?): correct the data`;
    return { fault: `${shown(text)} is not a date ${allowed}`, ...(hint !== undefined && { hint }) };
  }
  const moment = rule.zone === undefined ? read : read.setZone(rule.zone);
  if (moment.year < firstYear || moment.year > lastYear) return outsideOfYears(text, moment, pattern);
  note?.({ kind: 'date', text, pattern, words: momentWords(moment) });
  return {
    value: moment.toFormat(rule.format ?? defaultDateFormat, {
      locale: rule.language ?? 'en',
      numberingSystem: 'latn',
    }),
  };
}

/** Returns the fault of a spreadsheet's day number that is read as seconds or milliseconds. */
function countedDays(text: string, pattern: string | undefined): Converted<string> | undefined {
  const day = isCounted(pattern) ? dayOfNumber(text) : undefined;
  if (day === undefined) return undefined;
  return {
    fault: `${shown(text)} is the number that a spreadsheet has for a day (${day})`,
    hint: dayNumberHint,
  };
}

/** Returns the fault of a small number (`0`, `1`, the year 1988): as a count of time it is 1 January 1970. */
function countedNothing(
  text: string,
  read: DateTime | undefined,
  pattern: string | undefined,
): Converted<string> | undefined {
  if (!read || !isCounted(pattern) || Math.abs(read.toMillis()) >= dayMs) return undefined;
  const written = text.trim();
  // A word for "empty" at the source would count for its numbers too: 0 points would not be sent.
  return {
    fault: `${shown(text)} is read as ${unitWords[pattern]}, which is the first day of 1970`,
    hint: `if this sender writes it for "no date", leave it out in this rule only, as in from: '$string(…) != "${written}" ? …' with the path in place of …; otherwise give the format of the sender in parse:`,
  };
}

const dayMs = 86_400_000;

/** No customer has an earlier or a later date, so a date outside of these years was misread. */
const firstYear = 1900;
const lastYear = 2100;

function outsideOfYears(text: string, { year }: DateTime, pattern: string | undefined): Converted<string> {
  const fault = `${shown(text)} is read as a day in the year ${year}, and only ${firstYear} to ${lastYear} is taken`;
  const other = pattern === 'X' ? 'x' : pattern === 'x' ? 'X' : undefined;
  const readsOther =
    other !== undefined &&
    'value' in convertDate(text, { parse: [other], format: undefined, zone: undefined });
  const hint = readsOther
    ? `write parse: ${other}, which reads ${unitWords[other]}`
    : 'correct the year of the event; onInvalid: drop in the mapping leaves such a date out';
  return { fault, hint };
}

/**
 * True if a rule without a zone writes a time with an offset as a day. It writes the day at that offset; for
 * the person who chose the time it may be the day before or after. Midnight is excluded: it stands for a day.
 */
export function losesItsZone(text: string, { zone, format = defaultDateFormat }: DateForm): boolean {
  if (zone !== undefined || hasTime(format) || !hasOffset(text)) return false;
  return !/[T ]00:?00(?::?00(?:[.,]0+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text);
}

/**
 * Returns the intended day and the sent day, if the zone of the rule changes the day. Senders write a day as midnight at
 * their offset: `1988-03-14T00:00:00Z`, 574300800000.
 */
export function movedDay(
  text: string,
  { zone, format = defaultDateFormat, ...date }: DateForm,
): { readonly day: string; readonly sent: string } | undefined {
  if (zone === undefined || hasTime(format)) return undefined;
  const { read, pattern } = readDate(text, { ...date, format, zone: undefined });
  const isMoment = hasOffset(text) || isCounted(pattern);
  if (!read || !isMoment || read.valueOf() !== read.startOf('day').valueOf()) return undefined;
  const sent = read.setZone(zone);
  return sent.toISODate() === read.toISODate() ? undefined : { day: dayWords(read), sent: dayWords(sent) };
}

/** Returns the day of a number read as milliseconds but of the size of seconds, and its day as seconds. */
export function secondsAsMillis(
  text: string,
  rule: DateForm,
): { readonly day: string; readonly asSeconds: string } | undefined {
  if (!rule.parse.includes('x') || !/^-?\d{8,10}$/.test(text) || Number(text) > lastSecond) return undefined;
  const { read, pattern } = readDate(text, rule);
  if (!read || pattern !== 'x') return undefined;
  const seconds = DateTime.fromSeconds(Number(text), { zone: rule.zone ?? 'utc' });
  return { day: dayWords(read), asSeconds: dayWords(seconds) };
}

/** The end of the year 2100. */
const lastSecond = 4_133_980_799;

/**
 * Returns the day and the time in UTC of a number of seconds or milliseconds since 1970, if a rule without a
 * zone writes only the day. In the zone of the customers it may be another day.
 */
export function countedInUtc(
  text: string,
  { zone, format = defaultDateFormat, ...date }: DateForm,
): { readonly day: string; readonly time: string } | undefined {
  if (zone !== undefined || hasTime(format) || !date.parse.some(isCounted)) return undefined;
  const { read, pattern } = readDate(text, { ...date, format, zone });
  if (!read || !isCounted(pattern) || read.toMillis() % dayMs === 0) return undefined;
  return { day: dayWords(read), time: read.toFormat('HH:mm') };
}

/** True if a rule without a zone writes a time of day in UTC without its offset. */
export function writesUtcTime(
  text: string,
  { zone, format = defaultDateFormat, ...date }: DateForm,
): boolean {
  if (zone !== undefined || !/[Hh]/.test(unquoted(format)) || /[ZzXx]/.test(unquoted(format))) return false;
  const { read, pattern } = readDate(text, { ...date, format, zone });
  return read !== undefined && (isCounted(pattern) || (hasOffset(text) && read.offset === 0));
}

/** Returns the day of eight digits that are read as seconds, and their day as year, month and day. */
export function writtenDay(
  text: string,
  rule: DateForm,
): { readonly day: string; readonly asWritten: string } | undefined {
  if (!rule.parse.includes('X') || !/^(?:19|20)\d{6}$/.test(text)) return undefined;
  const { read, pattern } = readDate(text, rule);
  const written = readByPattern(text, 'yyyyMMdd', { zone: 'utc', language: undefined });
  if (!read || !written || pattern !== 'X') return undefined;
  return { day: dayWords(read), asWritten: dayWords(written) };
}
