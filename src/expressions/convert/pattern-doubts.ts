import {
  type DatePart,
  hasShortYear,
  hasTwelveHourClock,
  meantOrder,
  missingParts,
} from '../date-pattern.ts';
import { readDifferently } from './guess-patterns.ts';

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

/** Advice for a text that lacks parts of a day. */
export const wholeDay = 'have the sender write the whole day; if it is right, add because: with the reason';

function isPart(text: string): text is DatePart {
  return text === 'year' || text === 'month' || text === 'day';
}

/** Returns `no month and no day, so 1 January is sent`. */
export function withoutParts(parts: readonly DatePart[]): string {
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

/** Advice for a year of two digits. */
export const fourDigits = 'have the sender write years with four digits, and read them with yyyy';
