import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { dayNumberHint, dayOfNumber } from '../../expressions/convert/day-number.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';
import { whyDayZero, whyNobodysDay } from './days/day-zero.ts';
import { whyPartOfDay } from './days/part-of-day.ts';
import { whyNoBic, whyNoIban } from './texts/bank-account.ts';
import { isLanguageCode, languageCodeOf } from './texts/language-code.ts';
import { mailDoubt, namedTextDoubt } from './texts/named-text.ts';
import { phoneDoubt } from './texts/phone-field.ts';
import { whyNoLink, whyNoPage, whyNoWholeLink } from './texts/web-page.ts';

/**
 * Returns the reason why a value cannot be of its field's type (API document 2.6), in any format; undefined if it may
 * be. The document does not define the format of days, ratings and languages, so only impossible values are refused.
 */
export function typeFault(field: FieldConfiguration, text: string): Fault | undefined {
  return ofType(field, text, faults[field.type]);
}

/**
 * Returns the doubt about a value that only some accounts accept. It is sent, and reported. `written`: the text of the
 * sender, if that is another one.
 */
export function typeDoubt(field: FieldConfiguration, text: string, written?: string): Fault | undefined {
  const judge = doubts[field.type];
  // A validator shows how the account wants days and numbers.
  if (field.validatorRegexp !== null && typesOfDays.has(field.type)) return undefined;
  return (
    phoneDoubt(field, text) ??
    namedTextDoubt(field, text) ??
    mailDoubt(field, text) ??
    ofType(field, text, judge, written)
  );
}

const typesOfDays: ReadonlySet<string> = new Set(['date', 'birthday', 'directDebitMandateDate']);

/**
 * Returns the doubt about a day that programs write for an empty value, in a field of a day whose validator accepts it and in a
 * field of text.
 */
export function dayZeroDoubt(field: FieldConfiguration, text: string, written?: string): Fault | undefined {
  const isDay = typesOfDays.has(field.type);
  if (!isDay && !typesOfText.has(field.type)) return undefined;
  const isBirthday = field.type === 'birthday' && field.validatorRegexp !== null;
  return ofType(field, text, isBirthday ? whyDayZero : whyNobodysDay, written);
}

const typesOfText: ReadonlySet<string> = new Set(['text', 'textArea', 'other']);

/** The reason why a value is doubted or refused, and what to do. */
export interface Reason {
  readonly reason: string;
  readonly hint?: string | undefined;
  readonly meant?: string | undefined;
}

type Judge = (text: string, written?: string) => Reason | undefined;

function ofType(
  field: FieldConfiguration,
  text: string,
  judge: Judge | undefined,
  written?: string,
): Fault | undefined {
  const found = judge?.(text.trim(), written);
  if (!found) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}, a field of type ${field.type}: ${found.reason}`,
    hint: found.hint,
    meant: found.meant,
  };
}

const faults: Readonly<Record<string, Judge>> = {
  date: whyNoDay,
  birthday: whyNoDay,
  directDebitMandateDate: whyNoDay,
  rating: whyNoRating,
  iban: whyNoIban,
  bic: whyNoBic,
};

const doubts: Readonly<Record<string, Judge>> = {
  birthday: (text, written) =>
    whyNoBirthday(text, written) ?? (isDayAndMonth.test(text) ? undefined : whyPartOfDay(text)),
  date: (text, written) => whyNoDate(text, written) ?? whyPartOfDay(text),
  directDebitMandateDate: whyPartOfDay,
  text: whySeveralLines,
  link: text => whyNoWholeLink(text) ?? whyNoLink(text) ?? whyNoPage(text),
  rating: whyOddRating,
  language: text => {
    if (isLanguageCode(text)) return undefined;
    const code = languageCodeOf(text);
    return {
      reason: 'it is not the code of a language, such as de or en',
      hint:
        code === undefined
          ? 'give the rule a look-up table (values)'
          : `did you mean ${code}? A look-up table (values) gives codes for names`,
      meant: code,
    };
  },
};

/** Some people do not give their year of birth. */
const isDayAndMonth = /^(?:\d{1,2}\. ?\d{1,2}\.?|--\d\d-?\d\d|\d{1,2}\.? \p{L}{3,12}|\p{L}{3,12} \d{1,2})$/u;

function whyNoCentury(text: string): Reason | undefined {
  if (!/^\d{1,2}([./-]) ?\d{1,2}\1 ?\d{2}$/.test(text)) return undefined;
  return {
    reason: 'its year has two digits, so it is one of two centuries',
    hint: 'have the sender write years with four digits, and write yyyy in format:',
  };
}

function whyNoBirthday(text: string, written?: string): Reason | undefined {
  return (
    whyNoCentury(text) ?? whyMoment(text, /[T ]\d\d:\d\d/) ?? whyDayZero(text, written) ?? whyTwoDays(text)
  );
}

/** Finds days that a rule composed of missing parts: `.2024-03-14.` and `14..2024`. */
function whyOddSigns(text: string): Reason | undefined {
  if (!/^[./-]\d|\d{4}[./-]$|\d[./-]{2,}\d/.test(text)) return undefined;
  return {
    reason: 'a part of it is missing, or a sign is too much',
    hint: readDate.replace('X', 'dd.MM.yyyy'),
  };
}

/** Finds days of which nobody can say what the calendar reads: `26-12-05`, `2027-1-5`. */
function whyOddForm(text: string): Reason | undefined {
  if (/^\d{2}([-/])\d{1,2}\1\d{1,2}$/.test(text))
    return {
      reason: 'its year has two digits, and may be the first or the last number',
      hint: `${writeDate('yy-MM-dd, format: ..., because: "the year has two digits"')} with the format of the field`,
    };
  if (!/^\d{4}-(?:\d-\d{1,2}|\d\d-\d)$/.test(text)) return undefined;
  return {
    reason: 'its month or day has one digit, which is neither 2027-01-05 nor 05.01.2027',
    hint: readDate.replace('X', 'yyyy-M-d'),
  };
}

function whyNoDate(text: string, written?: string): Reason | undefined {
  return (
    whyOddSigns(text) ??
    whyOddForm(text) ??
    whyMoment(text, /[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/) ??
    whyDayZero(text, written) ??
    whyTwoDays(text)
  );
}

/** A day followed by a time, as programs write it. */
function whyMoment(text: string, time: RegExp): Reason | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text) || !time.test(text)) return undefined;
  return {
    reason: 'it is a moment with its time, and no day alone',
    hint: 'write {from: ..., as: date, format: dd.MM.yyyy}, and zone: with the place of the customers where the time has an offset',
  };
}

/** `03/04/2026` is 3 April in Europe and 4 March in America. */
function whyTwoDays(text: string): Reason | undefined {
  const [, one, two] = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text) ?? [];
  if (one === undefined || Number(one) > 12 || Number(two) > 12 || Number(one) === Number(two))
    return undefined;
  return {
    reason: 'it may be one of two days, since America writes the month first',
    hint: 'write {from: ..., as: date, parse: dd/MM/yyyy, format: dd.MM.yyyy}, or parse: MM/dd/yyyy for an American sender',
  };
}

const readDate = 'write {from: ..., as: date, parse: X, format: ...} with the format of the field';

function whyNoDay(text: string): Reason | undefined {
  const day = dayOfNumber(text);
  if (day !== undefined) {
    return { reason: `it is the number that a spreadsheet has for a day (${day})`, hint: dayNumberHint };
  }
  if (/^1\d{9}$/.test(text)) return { reason: 'it is a number of seconds since 1970', hint: readDate };
  if (/^1\d{12}$/.test(text)) {
    return { reason: 'it is a number of milliseconds since 1970', hint: readDate.replace('X', 'x') };
  }
  if (!/\p{Nd}/u.test(text))
    return { reason: 'it is no date', hint: 'correct the data; onInvalid: drop leaves it out' };
  const numbers = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})$/.exec(text);
  if (!numbers) return undefined;
  const [, one = '', sign = '', two = '', three = ''] = numbers;
  if (!isAnyDay(one, two, three)) return { reason: 'there is no such day', hint: 'correct the data' };
  const [year] = [one, three].filter(each => each.length === 4);
  if (year !== undefined && Number(year) < firstYear)
    return { reason: `its year is ${Number(year)}`, hint: 'have the sender write the whole year' };
  if (Number(two) <= 12) return undefined;
  const reason = `there is no month ${two}: day and month are swapped`;
  if (one.length === 4)
    return {
      reason,
      hint: `correct the data; if the sender writes every date like that, ${writeDate('yyyy-dd-MM, format: ..., because: "the day stands first"')} with the format of the field`,
    };
  return sign === '.' && one.length <= 2 ? { reason, hint: swappedDay } : undefined;
}

function writeDate(pattern: string): string {
  return `write {from: ..., as: date, parse: ${pattern}}`;
}

/** No person and no contract is older. */
const firstYear = 1000;

const swappedDay = `write format: dd.MM.yyyy; if the sender writes every date like that, ${writeDate('MM.dd.yyyy, format: dd.MM.yyyy, because: "the month stands first"')}`;

/** True if three numbers are a day, in any usual order. */
function isAnyDay(one: string, two: string, three: string): boolean {
  return [
    [three, two, one],
    [three, one, two],
    [one, two, three],
    [one, three, two],
  ].some(
    ([year = '', month, day]) =>
      year.length !== 1 && year.length !== 3 && isDay(Number(year), Number(month), Number(day)),
  );
}

function isDay(year: number, month: number, day: number): boolean {
  // A year of two digits is a leap year in all centuries, or in only one.
  const date = new Date(Date.UTC(year < 100 ? year + 2000 : year, month - 1, day));
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A field of type text has one line. Several lines belong to another field, or to the next row of a list. */
function whySeveralLines(text: string): Reason | undefined {
  return /[\r\n]/.test(text)
    ? {
        reason: 'it has several lines, and such a field has one',
        hint: 'see whether the value is more than was meant; lines belong into the note or into a field of type textArea',
      }
    : undefined;
}

function whyOddRating(text: string): Reason | undefined {
  const rating = Number(text.replace(',', '.'));
  const hint = 'see which scale the sender and the account have';
  if (rating > 10) return { reason: 'ratings are hardly ever greater than 10', hint };
  if (Number.isInteger(rating)) return undefined;
  return {
    reason: 'a rating has whole steps, such as 4 or 5',
    hint: 'to round it, write {from: PATH, as: number, format: "1234"} with the path of the rating; if the account has half steps, nothing is wrong',
  };
}

function whyNoRating(text: string): Reason | undefined {
  const hint = 'send a number; a look-up table (values) gives numbers for words';
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(text)) return { reason: 'it is no number', hint };
  return text.startsWith('-') ? { reason: 'no rating is less than zero' } : undefined;
}
