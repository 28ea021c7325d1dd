import { DateTime } from 'luxon';
import { onceForText } from '../../diagnostics/once-for-text.ts';
import { hasNames, spreadsheetDays, unquoted } from '../date-pattern.ts';
import type { DateForm } from './date-form.ts';
import { withEnglishNames } from './date-names.ts';
import { momentOfNumber } from './day-number.ts';
import { longestRead } from './scalar-text.ts';

/** The format of a date if a rule does not set one. */
export const defaultDateFormat = 'yyyy-MM-dd';

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** The languages of the API (API document 4.3). Names of months and days may be in each of them, or in that of the rule. */
const languages = ['en', 'de', 'nl', 'fr'];

/** The units of the two patterns that read a count of time. */
export const unitWords = {
  X: 'seconds since 1970',
  x: 'milliseconds since 1970',
} as const;

/** A date, and the pattern of the rule with which it was read. */
interface ReadDate {
  readonly read: DateTime | undefined;
  readonly pattern: string | undefined;
}

/** Reads a date with the patterns of a rule, or as ISO 8601 without any. */
export function readDate(text: string, rule: DateForm): ReadDate {
  const zone = rule.zone ?? 'utc';
  return rule.parse.length === 0 ? readIso(text, zone) : readByPatterns(text, rule, zone);
}

function readIso(text: string, zone: string): ReadDate {
  if (text.length > longestRead || !iso.test(text)) return { read: undefined, pattern: undefined };
  const options = { zone, setZone: hasOffset(text) };
  return {
    read: valid(DateTime.fromISO(text.replace(' ', 'T').replace(',', '.'), options)),
    pattern: undefined,
  };
}

function readByPatterns(text: string, { parse: patterns, language }: DateForm, zone: string): ReadDate {
  // Digits are read as seconds or milliseconds too, which would be the first hours of 1970.
  const first = patterns.includes(spreadsheetDays) ? [spreadsheetDays] : [];
  for (const pattern of [...first, ...patterns]) {
    const read = readByPattern(text, pattern, { zone, language });
    if (read) return { read, pattern };
  }
  // ISO 8601 can be read in one way only, so a day in it may have a time behind it.
  return patterns.includes(defaultDateFormat) ? readIso(text, zone) : { read: undefined, pattern: undefined };
}

/** Returns the date that a pattern reads in a text; undefined if it does not match. */
export function readByPattern(
  text: string,
  pattern: string,
  { zone, language }: { readonly zone: string; readonly language: string | undefined },
): DateTime | undefined {
  if (text.length > longestRead) return undefined;
  if (pattern === spreadsheetDays) return momentOfNumber(text, zone);
  if (pattern === 'X' || pattern === 'x') {
    if (!/^-?\d{1,15}$/.test(text)) return undefined;
    return valid(DateTime.fromMillis(Number(text) * (pattern === 'X' ? 1000 : 1), { zone }));
  }
  const isNamed = hasNames(pattern);
  const own = language === undefined ? [] : [language];
  for (const locale of isNamed ? new Set([...own, ...languages]) : ['en']) {
    const read = readIn(locale, text, pattern, zone);
    if (read) return read;
  }
  return isNamed ? readIn('en', withEnglishNames(text, pattern), pattern, zone) : undefined;
}

function readIn(locale: string, text: string, pattern: string, zone: string): DateTime | undefined {
  const language = { locale, numberingSystem: 'latn' } as const;
  const numbers = numberForm(pattern);
  const units = numbers?.form.exec(text)?.groups;
  if (numbers && !units) return undefined;
  if (numbers?.isWhole) {
    const values = Object.entries(units ?? {}).map(([unit, digits]) => [unit, Number(digits)]);
    return valid(DateTime.fromObject(Object.fromEntries(values), { zone, ...language }));
  }
  const options = { zone, ...language, setZone: /Z|z/.test(unquoted(pattern)) };
  return valid(DateTime.fromFormatParser(text, parserOf(pattern, language), options));
}

/**
 * Returns the moment (epoch milliseconds) that a rule reads in a text with a time of day; undefined for a day without one.
 * `isInZone`: its zone is known, so that it is not hours away from the one that was meant.
 */
export function readMoment(
  text: string,
  date: DateForm,
): { readonly at: number; readonly isInZone: boolean } | undefined {
  const { read, pattern } = readDate(text.trim(), date);
  if (!read || read.valueOf() === read.startOf('day').valueOf()) return undefined;
  return {
    at: read.toMillis(),
    isInZone: date.zone !== undefined || hasOffset(text) || isCounted(pattern),
  };
}

/** True for the patterns that read a count of time since 1970. */
export function isCounted(pattern: string | undefined): pattern is 'X' | 'x' {
  return pattern === 'X' || pattern === 'x';
}

/** Returns the day of a date as people write it. */
export function dayWords(moment: DateTime): string {
  return moment.toFormat('d MMMM yyyy', { locale: 'en', numberingSystem: 'latn' });
}

type Parser = ReturnType<typeof DateTime.buildFormatParser>;

/** The parsers of patterns, by language and pattern: making a parser takes as long as reading a date with it. */
const parsers = new Map<string, Parser>();
const mostParsers = 1_000;

function parserOf(
  pattern: string,
  language: { readonly locale: string; readonly numberingSystem: 'latn' },
): Parser {
  const key = `${language.locale} ${pattern}`;
  const known = parsers.get(key);
  if (known) return known;
  if (parsers.size >= mostParsers) parsers.clear();
  const parser = DateTime.buildFormatParser(pattern, language);
  parsers.set(key, parser);
  return parser;
}

/** The form that each text of a pattern of numbers has. */
interface NumberForm {
  /** Its groups are named like units of time: `year`, `month`. */
  readonly form: RegExp;
  /** True if the pattern has year, month and day. */
  readonly isWhole: boolean;
}

/**
 * Returns the form of a pattern of numbers; undefined for other patterns. Most texts have another form, and trying a pattern
 * takes much longer than seeing that.
 */
const numberForm = onceForText((pattern: string): NumberForm | undefined => {
  const parts = pattern.match(partsOfNumbers) ?? [];
  const units = parts.flatMap(part => digitsOf[part]?.unit ?? []);
  if (parts.join('') !== pattern || new Set(units).size !== units.length) return undefined;
  const form = parts.map(part => {
    const digits = digitsOf[part];
    return digits ? `(?<${digits.unit}>\\d{${digits.count}})` : `\\${part}`;
  });
  const isWhole = ['year', 'month', 'day'].every(unit => units.includes(unit));
  return { form: new RegExp(`^${form.join('')}$`), isWhole };
});

const partsOfNumbers = /yyyy|MM?|dd?|HH|mm|ss|[ ./:-]/g;
const digitsOf: Readonly<Record<string, { readonly unit: string; readonly count: string }>> = {
  yyyy: { unit: 'year', count: '4' },
  MM: { unit: 'month', count: '2' },
  M: { unit: 'month', count: '1,2' },
  dd: { unit: 'day', count: '2' },
  d: { unit: 'day', count: '1,2' },
  HH: { unit: 'hour', count: '2' },
  mm: { unit: 'minute', count: '2' },
  ss: { unit: 'second', count: '2' },
};

/** A date as one pattern of a rule reads it. */
interface DateReading {
  readonly pattern: string;
  readonly moment: DateTime;
  readonly words: string;
}

/** Returns the dates that the matching patterns of a rule read. More than one date is a doubt. */
export function dateReadings(
  text: string,
  { parse, zone = 'utc', language }: Pick<DateForm, 'parse' | 'zone' | 'language'>,
): readonly DateReading[] {
  return parse.flatMap(pattern => {
    const moment = readByPattern(text, pattern, { zone, language });
    return moment ? [readingOf(pattern, moment)] : [];
  });
}

function readingOf(pattern: string, moment: DateTime): DateReading {
  return {
    pattern,
    moment,
    get words() {
      return momentWords(moment);
    },
  };
}

/** True if a time of day is followed by an offset. The end of `14-Okt-1988` is a year. */
export function hasOffset(text: string): boolean {
  return /(?:\d:\d\d[\d:.,]{0,40}(?: ?[AP]M)?|\dT\d\d[\d.,]{0,40}) ?(?:GMT|UTC)?(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(
    text,
  );
}

function valid(moment: DateTime): DateTime | undefined {
  return moment.isValid ? moment : undefined;
}

/** Returns a date as people write it; with its time, if that is not midnight. */
export function momentWords(moment: DateTime): string {
  const hasTime = moment.valueOf() !== moment.startOf('day').valueOf();
  const zone = moment.zoneName === 'UTC' ? '' : ' ZZ';
  return moment.toFormat(hasTime ? `d MMMM yyyy HH:mm${zone}` : 'd MMMM yyyy', {
    locale: 'en',
    numberingSystem: 'latn',
  });
}
