/** The problem with a date pattern, and the likely correction. */
export interface PatternFault {
  readonly message: string;
  readonly hint: string;
}

/** The letters of a pattern for a part of a date, in each allowed length. */
const tokens = new Set(
  `y yy yyyy yyyyyy L LL LLL LLLL LLLLL M MM MMM MMMM MMMMM d dd o ooo W WW k kk kkkk kkkkk q qq c ccc cccc ccccc
  E EEE EEEE EEEEE G GG H HH h hh m mm s ss S SSS u uu uuu a Z ZZ ZZZ ZZZZ z X x`.split(/\s+/),
);

/** The name used in place of a pattern for day numbers of spreadsheets. It can read dates, not write them. */
export const spreadsheetDays = 'spreadsheet';

/** Does the same as `patternFault` for a pattern that writes dates. */
export function formatFault(pattern: string): PatternFault | undefined {
  if (pattern !== spreadsheetDays) return patternFault(pattern);
  return {
    message: `"${pattern}" is for parse: dates are read so, not sent`,
    hint: 'write it as in "dd.MM.yyyy"',
  };
}

/** Other letters for days and years: T, J and A in German and French, j in Dutch (for years). */
const meantLetters: ReadonlyMap<string, string> = new Map([
  ['Y', 'y'],
  ['D', 'd'],
  ['J', 'y'],
  ['j', 'y'],
  ['T', 'd'],
  ['t', 'd'],
]);
const frenchLetters: ReadonlyMap<string, string> = new Map([
  ['A', 'y'],
  ['a', 'y'],
  ['J', 'd'],
  ['j', 'd'],
]);

/** Returns a pattern without its quoted parts, which are literal. */
export function unquoted(pattern: string): string {
  return pattern.replace(/'[^']*'/g, ' ');
}

/** True if a pattern reads years of two digits. */
export function hasShortYear(pattern: string): boolean {
  return /(?<!y)yy(?!y)/.test(unquoted(pattern));
}

/** True if a pattern has the hours of a 12-hour clock without AM or PM. */
export function hasTwelveHourClock(pattern: string): boolean {
  const letters = unquoted(pattern);
  return letters.includes('h') && !/[aH]/.test(letters);
}

/**
 * Returns the likely meaning of a pattern in which month and day are in an unusual order: with dots
 * (`MM.dd.yyyy`), or after the year (`yyyy-dd-MM`).
 */
export function meantOrder(pattern: string): string | undefined {
  if (pattern.includes("'")) return undefined;
  const points = /(?<![A-Za-z])(MM?)(\.)(dd?)(?![A-Za-z])/;
  const behindYear = /(y{4})([-./])(dd?)\2(MM?)(?![A-Za-z])/;
  if (points.test(pattern) && !/yyyy\.MM?\.dd?/.test(pattern)) return pattern.replace(points, '$3$2$1');
  return behindYear.test(pattern) ? pattern.replace(behindYear, '$1$2$4$2$3') : undefined;
}

/** True if a pattern has a part of a time of day. */
export function hasTime(pattern: string): boolean {
  return /[HhmsSuaXx]/.test(unquoted(pattern));
}

/** True if a pattern has the name of a month or of a day of the week. */
export function hasNames(pattern: string): boolean {
  return /M{3}|L{3}|E{3}|c{3}/.test(unquoted(pattern));
}

/**
 * Returns the fault of a pattern or a format of a date: letters with another meaning or none, unquoted words,
 * minutes without hours. Undefined if there is no fault.
 */
export function patternFault(pattern: string): PatternFault | undefined {
  if (pattern === 'X' || pattern === 'x' || pattern === spreadsheetDays) return undefined;
  const letters = unquoted(pattern);
  return (
    countedTime(pattern) ??
    partsInWords(pattern, letters) ??
    foreignLetters(pattern, letters) ??
    unquotedWords(pattern, letters) ??
    misplacedMinutes(pattern, letters) ??
    (/[yMLdoWkcEHhXx]/.test(letters)
      ? undefined
      : { message: `"${pattern}" has no part of a date`, hint: 'write it as in "dd.MM.yyyy"' })
  );
}

/** `epoch-ms`, `unix`, `timestamp`: the names of programs for a number of seconds or milliseconds. */
function countedTime(pattern: string): PatternFault | undefined {
  if (!counted.test(pattern.trim())) return undefined;
  const isOfMillis = /ms|milli/i.test(pattern);
  const hint = isOfMillis
    ? 'write x for milliseconds since 1970, and X for seconds'
    : 'write X for seconds since 1970, and x for milliseconds';
  return { message: `"${pattern}" is no pattern of a date`, hint };
}

const counted =
  /^(?:unix|epoch|posix|timestamp|millis?|milliseconds?|seconds?)(?:[ _-]?(?:epoch|time|timestamp|ms|millis?|milliseconds?|s|seconds?))?$/i;

/** `d. Monat yyyy`, `Tag.Monat.Jahr`: a month between points or dashes is a number, elsewhere its name. */
function partsInWords(pattern: string, letters: string): PatternFault | undefined {
  if (pattern.includes("'")) return undefined;
  const others = letters.replace(/\p{L}{3,}/gu, word => (partWords.test(word) ? ' ' : word));
  // A word is literal text if another part of the pattern has the same meaning: `Tag dd`.
  const isText = partWordsOf.some(([word, part]) => word.test(letters) && part.test(others));
  if (others === letters || isText) return undefined;
  const spelt = pattern
    .replace(/(?<=[./-])(?:monat|month|mois|maand)(?=[./-])/gi, 'MM')
    .replace(/\b(?:tag|day|jour|dag)\b/gi, 'dd')
    .replace(/\b(?:monat|month|mois|maand)\b/gi, 'MMMM')
    .replace(/\b(?:jahr|year|année|annee|jaar)(?!\p{L})/giu, 'yyyy');
  const meant = replaceLetters(spelt, run =>
    run.replace(/[YDJT]/g, letter => meantLetters.get(letter) ?? letter),
  );
  return {
    message: `"${pattern}" has words in place of the letters for the parts of a date`,
    hint: `the day is d or dd, the month MM, by its name MMMM, and the year yyyy: "${faultless(meant) ?? 'd. MMMM yyyy'}"`,
  };
}

const partWordsOf = [
  [/(?<!\p{L})(?:tag|day|jour|dag)(?!\p{L})/iu, /[dDT]/],
  [/(?<!\p{L})(?:monat|month|mois|maand)(?!\p{L})/iu, /M/],
  [/(?<!\p{L})(?:jahr|year|année|annee|jaar)(?!\p{L})/iu, /[yYJ]/],
] as const;
const partWords =
  /(?<!\p{L})(?:tag|day|jour|dag|monat|month|mois|maand|jahr|year|année|annee|jaar)(?!\p{L})/iu;

/** Letters for days and years in other languages: `TT.MM.JJJJ`, `DD/MM/YYYY`, `jj/mm/aaaa`. */
function foreignLetters(pattern: string, letters: string): PatternFault | undefined {
  if (!/Y|D|J|j|TT|tt|AA|aa/.test(letters)) return undefined;
  const known = /AA|aa/.test(letters) ? frenchLetters : meantLetters;
  const spelt = replaceLetters(pattern, run => run.replace(/./g, letter => known.get(letter) ?? letter));
  const meant = /[Hh]/.test(letters) ? spelt : replaceLetters(spelt, run => run.replaceAll('m', 'M'));
  return {
    message: `"${pattern}" has letters that mean something else`,
    hint: `the year is yyyy and the day is dd: "${faultless(meant) ?? 'dd.MM.yyyy'}"`,
  };
}

/** `T`, `um`, `Uhr`, `HHhmm`: text that is not part of a date must be in single quotes. */
function unquotedWords(pattern: string, letters: string): PatternFault | undefined {
  const hasBothHours = letters.includes('H') && letters.includes('h');
  const words = (letters.match(/[A-Za-z]+/g) ?? []).flatMap(run => wordsIn(run, hasBothHours));
  if (words.length === 0) return undefined;
  const named = [...new Set(words)].map(word => `"${word}"`).join(', ');
  const meant = replaceLetters(pattern, run => quoteWords(run, hasBothHours));
  return {
    message: `"${pattern}" has ${named}, which ${words.length === 1 ? 'is' : 'are'} read as letters of a pattern`,
    hint: `put words between single quotes: "${faultless(meant) ?? "yyyy-MM-dd'T'HH:mm"}"`,
  };
}

/** Returns the runs of letters that are not parts of a date: the T of `ddTHH`, both letters of `um`. */
function wordsIn(run: string, hasBothHours: boolean): readonly string[] {
  return partsOf(run, hasBothHours).flatMap(({ text, isWord }) => (isWord ? [text] : []));
}

function quoteWords(run: string, hasBothHours: boolean): string {
  return partsOf(run, hasBothHours)
    .map(({ text, isWord }) => (isWord ? `'${text}'` : text))
    .join('');
}

function partsOf(
  run: string,
  hasBothHours: boolean,
): readonly { readonly text: string; readonly isWord: boolean }[] {
  const same = run.match(/(.)\1*/g) ?? [];
  const isNoPart = (text: string) => !tokens.has(text) || (hasBothHours && text === 'h');
  // A date has no part of one letter directly next to another part: such letters are a word.
  const isAllSingle = same.length > 1 && same.every(text => text.length === 1);
  if (isAllSingle || (same.some(isNoPart) && !same.some(text => usualParts.has(text)))) {
    return [{ text: run, isWord: true }];
  }
  return same.map(text => ({ text, isWord: isNoPart(text) }));
}

/** Parts that are written next to each other without a separator: `yyyyMMdd'T'HHmm`. */
const usualParts = new Set('yy yyyy MM MMM MMMM dd EEE EEEE HH hh mm ss SSS ZZ ZZZ'.split(' '));

function misplacedMinutes(pattern: string, letters: string): PatternFault | undefined {
  if (/[Hh]:M/.test(letters)) {
    const meant = pattern.replace(/(?<=[Hh]:)M+/, 'mm');
    return { message: `"${pattern}" has the month (M) behind the hours`, hint: `minutes are mm: "${meant}"` };
  }
  if (!/m/.test(letters) || /[Hh]/.test(letters)) return undefined;
  const meant = replaceLetters(pattern, run => run.replaceAll('m', 'M'));
  return { message: `"${pattern}" has minutes (m) but no hours`, hint: `the month is MM: "${meant}"` };
}

/** Returns the pattern if it has no fault, so that a hint never advises a faulty one. */
function faultless(meant: string): string | undefined {
  return patternFault(meant) === undefined ? meant : undefined;
}

/** Changes the unquoted letters of a pattern. */
function replaceLetters(pattern: string, change: (run: string) => string): string {
  return pattern.replace(/'[^']*'|[A-Za-z]+/g, part => (part.startsWith("'") ? part : change(part)));
}

/** A part of a day that a pattern may lack. */
export type DatePart = 'year' | 'month' | 'day';

/** Returns the parts of a day that a pattern lacks. None for patterns of times, weeks or day numbers. */
export function missingParts(pattern: string): readonly DatePart[] {
  const letters = unquoted(pattern);
  if (!/[yMdL]/.test(letters) || /[xXDfFSoWGTtkqc]/.test(letters)) return [];
  return dateParts.filter(([, written]) => !written.test(letters)).map(([part]) => part);
}

const dateParts = [
  ['year', /y/],
  ['month', /[ML]/],
  ['day', /d/],
] as const;
