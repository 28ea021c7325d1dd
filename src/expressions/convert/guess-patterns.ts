import { DateTime } from 'luxon';
import { spreadsheetDays } from '../date-pattern.ts';
import { convertDate } from './convert-date.ts';
import { dayNumberHint, dayOfNumber } from './day-number.ts';
import { impossibleDayHint } from './impossible-day.ts';
import { dateReadings, defaultDateFormat, unitWords } from './read-date.ts';

/** The usual formats of dates. */
const usual = [
  'dd.MM.yyyy',
  'd.M.yyyy',
  'MM/dd/yyyy',
  'dd/MM/yyyy',
  'M/d/yyyy',
  'd/M/yyyy',
  'yyyy/MM/dd',
  'dd-MM-yyyy',
  'yyyyMMdd',
  'd. MMMM yyyy',
  'd MMMM yyyy',
  'MMMM d, yyyy',
  'd. MMM yyyy',
  'd MMM yyyy',
  'dd.MM.yyyy HH:mm',
  'dd.MM.yyyy HH:mm:ss',
  'MM/dd/yyyy HH:mm',
  'dd/MM/yyyy HH:mm',
  'M/d/yyyy h:mm a',
  'M/d/yyyy h:mm:ss a',
  'MMMM d, yyyy h:mm a',
  'X',
  'x',
];

/** Formats in an unusual order, used only if nothing else reads the text. */
const seldom = [
  ...['MM.dd.yyyy', 'M.d.yyyy', 'MM-dd-yyyy', 'yyyy-dd-MM', 'dd.MM.yy', 'dd/MM/yy', 'MM/dd/yy', 'd.M.yy'],
  // Variants with spaces or commas in other places, or without them.
  ...['d. M. yyyy', 'd.M. yyyy', 'd. M.yyyy', 'd,M,yyyy', 'd M yyyy', 'd-M-yyyy', 'yyyy.MM.dd'],
  ...[
    'd.MMMM yyyy',
    'd.MMMM.yyyy',
    'd. MMMM, yyyy',
    'd MMMM, yyyy',
    'MMMM d yyyy',
    'd-MMMM-yyyy',
    'd/MMMM/yyyy',
  ],
];

/** Advice about dates of a rule without any pattern. */
export const unwrittenPattern = 'say in parse how the source writes its dates, such as parse: [dd.MM.yyyy]';

/** Returns patterns as YAML writes them: `MM/dd/yyyy`, or a list of several. */
export function patternsText(patterns: readonly string[]): string {
  const all = patterns.map(each => (/[,:]/.test(each) ? `"${each}"` : each));
  return all.length > 1 ? `[${all.join(', ')}]` : all.join('');
}

/** Returns the pattern that reads a text which a rule cannot read, or names the key for patterns. */
export function patternHint(text: string, parse: readonly string[]): string | undefined {
  if (dayOfNumber(text) !== undefined) return dayNumberHint;
  const [first, other] = isoReadings(text, parse) ?? guessedReadings(text);
  if (first === undefined)
    return impossibleDayHint(text) ?? (parse.length > 0 ? undefined : unwrittenPattern);
  const late = [first, other].find(each => each && isFarAhead(each));
  if (late)
    return `have the sender write years with four digits: ${late.pattern} reads this one as ${late.words}`;
  const add = (pattern: string) => {
    // Without a pattern a rule reads ISO 8601, as other events of the sender may write it.
    return `parse: ${patternsText([...(parse.length > 0 ? parse : [defaultDateFormat]), pattern])}`;
  };
  const turned = other ? undefined : equalInBothOrders(text, first);
  if (turned !== undefined)
    return `write ${add(turned)} if this sender writes the day first, or ${add(first.pattern)} if the month; both read this one as ${first.words}`;
  const kept = parse.filter(each => !readDifferently(each, first.pattern));
  if (!other && kept.length < parse.length) {
    const alone = kept.length === 0 ? ' alone' : '';
    return `write parse: ${patternsText([...kept, first.pattern])}${alone}, if this sender writes all its days like this one (${first.words})`;
  }
  if (!other) return `write ${add(first.pattern)}${unitOf(first.pattern)}`;
  return `write ${add(first.pattern)} where it is ${first.words}, or ${add(other.pattern)} where it is ${other.words}`;
}

/** True for a year of two digits that is read as one of the next decades: "1.2.55" is hardly meant as 2055. */
function isFarAhead({ pattern, words }: { readonly pattern: string; readonly words: string }): boolean {
  const [year] = /\d{4}/.exec(words) ?? [];
  return /(?<!y)yy(?!y)/.test(pattern) && Number(year) > DateTime.now().year + 1;
}

/** The reading of a text in ISO 8601 with or without a time, if a rule has patterns and none of them is ISO 8601. */
function isoReadings(text: string, parse: readonly string[]): ReturnType<typeof guessedReadings> | undefined {
  if (parse.length === 0 || parse.includes(defaultDateFormat)) return undefined;
  const read = convertDate(text, { parse: [defaultDateFormat], format: 'd MMMM yyyy', zone: undefined });
  return 'value' in read ? [{ pattern: defaultDateFormat, words: read.value }] : undefined;
}

/** Returns the pattern with day and month in the other order if it reads a text as the same day: `10/10/1972`. */
function equalInBothOrders(
  text: string,
  { pattern, words }: { readonly pattern: string; readonly words: string },
): string | undefined {
  const turned = pattern.replace(/^(M{1,2})\/(d{1,2})\//, '$2/$1/');
  if (turned === pattern) return undefined;
  return dateReadings(text, { parse: [turned], zone: undefined })[0]?.words === words ? turned : undefined;
}

/** Returns the unit of a pattern that does not look like a date. */
function unitOf(pattern: string): string {
  return pattern === 'X' || pattern === 'x' ? `, which reads ${unitWords[pattern]}` : '';
}

/** Returns the dates that a text probably means, at most two, each with the first pattern that reads it. */
export function guessedReadings(
  text: string,
): readonly { readonly pattern: string; readonly words: string }[] {
  const usually = dateReadings(text, { parse: usual.filter(isPlausible(text)), zone: undefined });
  const [first, ...others] =
    usually.length > 0 ? usually : dateReadings(text, { parse: seldom, zone: undefined });
  const other = others.find(each => each.words !== first?.words);
  return [first, other].flatMap(each => each ?? []);
}

/** Digits alone are seconds or milliseconds only if that gives a time in these decades, or a possible birthday. */
function isPlausible(text: string): (pattern: string) => boolean {
  return pattern =>
    pattern === 'X'
      ? /^(?:1\d{9}|[1-9]\d{8}|-\d{8,9})$/.test(text)
      : pattern === 'x'
        ? /^(?:1\d{12}|[1-9]\d{11}|-\d{11,12})$/.test(text)
        : true;
}

/** True if two patterns read one text as different days. A day with distinct digits is tried. */
export function readDifferently(first: string, second: string): boolean {
  // Day numbers of spreadsheets are digits only, and they are tried first.
  if (first === spreadsheetDays || second === spreadsheetDays) return false;
  const day = DateTime.fromISO('2001-02-03T04:05:06Z', { zone: 'utc' });
  return [first, second].some(pattern => {
    const text = day.toFormat(pattern, { locale: 'en', numberingSystem: 'latn' });
    const readings = dateReadings(text, { parse: [first, second], zone: undefined });
    return readings.length > 1 && readings[0]?.words !== readings[1]?.words;
  });
}
