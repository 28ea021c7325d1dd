import type { TimestampPlace } from '../../config/sources/verify.ts';

/**
 * Parses the time of a sender, in whole epoch milliseconds; undefined if the text is not a time. `s` and `ms` are
 * numbers since 1970. `iso8601` may end with the day, and have a space instead of the `T`; without a zone it is UTC.
 * `any` detects the format: ISO 8601, a date of RFC 2822 (mail, HTTP), or a number of seconds, milliseconds or
 * microseconds.
 */
export function readTime(text: string, unit: TimestampPlace['unit']): number | undefined {
  switch (unit) {
    case 's':
      return readNumber(text, () => 1000);
    case 'ms':
      return readNumber(text, () => 1);
    case 'iso8601':
      return readIsoTime(text);
    case 'any':
      return readIsoTime(text) ?? readMailTime(text) ?? readNumber(text, likelySize);
  }
}

function readNumber(text: string, sizeOf: (number: number) => number): number | undefined {
  if (!/^\d{1,17}(\.\d{1,9})?$/.test(text)) return undefined;
  const number = Number(text);
  return Math.floor(number * sizeOf(number));
}

/** As seconds, 1e11 is the year 5138, and as milliseconds 1973. The same holds for 1e14 and microseconds. */
function likelySize(number: number): number {
  if (number >= 1e14) return 1 / 1000;
  return number >= 1e11 ? 1 : 1000;
}

const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)? ?(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?)?)?$/i;

function readIsoTime(text: string): number | undefined {
  const [, day, minutes = '00:00', seconds = ':00', hours, rest = '00'] = isoTime.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const zone = hours === undefined ? 'Z' : `${hours}:${rest}`;
  return parsed(`${day}T${minutes}${seconds}${zone}`);
}

/** `Date` moves a day that its month does not have into the next month. */
function isDay(day: string): boolean {
  const at = parsed(`${day}T00:00:00Z`);
  return at !== undefined && new Date(at).toISOString().startsWith(day);
}

const mailTime =
  /^(?:[a-z]{3},? )?\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) \d{4} \d\d:\d\d(?::\d\d)? (?:z|utc?|gmt|[ecmp][sd]t|[+-]\d{4})$/i;

function readMailTime(text: string): number | undefined {
  return mailTime.test(text) ? parsed(text) : undefined;
}

function parsed(text: string): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
