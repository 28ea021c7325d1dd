import { DateTime } from 'luxon';
import type { Note } from '../explain/recorder.ts';
import type { Rule } from '../mapping.ts';
import { type Converted, shown } from './text-of.ts';

/** How a date is written where a rule does not say so. */
export const defaultDateFormat = 'yyyy-MM-dd';

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** The languages in which names of months and days are read; they are written in the first. */
const languages = ['en', 'de', 'nl', 'fr'];

/**
 * Reads a date and writes it in the rule's format. Without patterns it must be ISO 8601 (`2026-03-31`, with a time or
 * without); with patterns it must match one of them, the first that does counts. The calendar is strict: there is no
 * 31 February. A time without an offset is taken as of the zone, one with an offset is shown in the zone; without a
 * zone the date stays as it was written.
 */
export function convertDate(text: string, rule: Rule['date'], note?: Note): Converted<string> {
  const trimmed = text.trim();
  const zone = rule.zone ?? 'utc';
  const { read, pattern } =
    rule.parse.length === 0 ? readIso(trimmed, zone) : readByPatterns(trimmed, rule.parse, zone);
  if (!read) {
    const allowed =
      rule.parse.length === 0 ? 'written as 2026-03-31' : `written as ${rule.parse.join(' or ')}`;
    return { fault: `${shown(text)} is not a date ${allowed}` };
  }
  const moment = rule.zone === undefined ? read : read.setZone(rule.zone);
  note?.({ kind: 'date', text, pattern, words: wordsOf(moment) });
  return {
    value: moment.toFormat(rule.format ?? defaultDateFormat, { locale: 'en', numberingSystem: 'latn' }),
  };
}

/** A date as people write it; its time only where it has one. */
function wordsOf(moment: DateTime): string {
  const hasTime = moment.valueOf() !== moment.startOf('day').valueOf();
  const zone = moment.zoneName === 'UTC' ? '' : ' ZZ';
  return moment.toFormat(hasTime ? `d MMMM yyyy HH:mm${zone}` : 'd MMMM yyyy', {
    locale: 'en',
    numberingSystem: 'latn',
  });
}

/** A date that was read, and by which of the rule's patterns. */
interface ReadDate {
  readonly read: DateTime | undefined;
  readonly pattern: string | undefined;
}

function readIso(text: string, zone: string): ReadDate {
  if (!iso.test(text)) return { read: undefined, pattern: undefined };
  const options = { zone, setZone: hasOffset(text) };
  return {
    read: valid(DateTime.fromISO(text.replace(' ', 'T').replace(',', '.'), options)),
    pattern: undefined,
  };
}

function readByPatterns(text: string, patterns: readonly string[], zone: string): ReadDate {
  for (const pattern of patterns) {
    const read = readByPattern(text, pattern, zone);
    if (read) return { read, pattern };
  }
  return { read: undefined, pattern: undefined };
}

function readByPattern(text: string, pattern: string, zone: string): DateTime | undefined {
  if (pattern === 'X' || pattern === 'x') {
    if (!/^-?\d{1,15}$/.test(text)) return undefined;
    return valid(DateTime.fromMillis(Number(text) * (pattern === 'X' ? 1000 : 1), { zone }));
  }
  const named = /M{3}|L{3}|E{3}|c{3}/.test(pattern);
  for (const locale of named ? languages : ['en']) {
    const language = { locale, numberingSystem: 'latn' } as const;
    const options = { zone, ...language, setZone: /Z|z/.test(unquoted(pattern)) };
    const read = valid(DateTime.fromFormatParser(text, parserOf(pattern, language), options));
    if (read) return read;
  }
  return undefined;
}

type Parser = ReturnType<typeof DateTime.buildFormatParser>;

/** By language and pattern, of the mappings' rules: making one takes as long as reading a date with it. */
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

/** All dates that a text is by the patterns of a rule, which should be one. */
export function dateReadings(
  text: string,
  { parse, zone = 'utc' }: Pick<Rule['date'], 'parse' | 'zone'>,
): readonly { readonly pattern: string; readonly moment: DateTime; readonly words: string }[] {
  return parse.flatMap(pattern => {
    const moment = readByPattern(text, pattern, zone);
    return moment ? [{ pattern, moment, words: wordsOf(moment) }] : [];
  });
}

/** Whether a pattern reads years of two digits. */
export function hasShortYear(pattern: string): boolean {
  return /(?<!y)yy(?!y)/.test(unquoted(pattern));
}

/** A pattern without its quoted parts, which stand for themselves. */
function unquoted(pattern: string): string {
  return pattern.replace(/'[^']*'/g, '');
}

function hasOffset(text: string): boolean {
  return /[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text);
}

function valid(moment: DateTime): DateTime | undefined {
  return moment.isValid ? moment : undefined;
}

/** What is wrong with a pattern or a format of a date, and what was probably meant; undefined where nothing is. */
export function patternFault(pattern: string): { message: string; hint: string } | undefined {
  const tokens = unquoted(pattern);
  if (pattern === 'X' || pattern === 'x') return undefined;
  if (/Y|D/.test(tokens)) {
    const spelt = pattern.replaceAll('Y', 'y').replaceAll('D', 'd');
    const meant = /[Hh]/.test(tokens) ? spelt : spelt.replaceAll('m', 'M');
    return {
      message: `"${pattern}" has letters that mean something else`,
      hint: `the year is yyyy and the day is dd: "${meant}"`,
    };
  }
  if (/m/.test(tokens) && !/[Hh]/.test(tokens)) {
    const meant = pattern.replaceAll('m', 'M');
    return { message: `"${pattern}" has minutes (m) but no hours`, hint: `the month is MM: "${meant}"` };
  }
  if (!/[yMLdoWkcEHhXx]/.test(tokens)) {
    return { message: `"${pattern}" has no part of a date`, hint: `write it as in "dd.MM.yyyy"` };
  }
  return undefined;
}
