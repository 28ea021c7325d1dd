import { DateTime } from 'luxon';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { dateReadings } from '../../expressions/convert/convert-date.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';

/** The usual formats of a day in a field; the API document does not define one (2.6). */
const usualFormats = [
  'dd.MM.yyyy',
  'd.M.yyyy',
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd-MM-yyyy',
  'yyyyMMdd',
];
const firstYear = 1900;
const farYears = 20;

/**
 * A day that nobody who lives was born on: before 1900, or after today, which is `now` (epoch milliseconds) and a day,
 * since it is tomorrow somewhere. Undefined of other fields, of texts that are no day, and where another reading is one.
 */
export function birthdayFault(field: FieldConfiguration, text: string, now: number): Fault | undefined {
  // Every value comes by here, and reading a date takes long.
  if (field.type !== 'birthday') return undefined;
  const days = dateReadings(text.trim(), { parse: usualFormats, zone: undefined });
  const tomorrow = DateTime.fromMillis(now, { zone: 'utc' }).plus({ days: 1 });
  const [first] = days;
  if (!first || days.some(({ moment }) => moment.year >= firstYear && moment <= tomorrow)) return undefined;
  const why = first.moment > tomorrow ? 'is in the future' : `is before ${firstYear}`;
  return {
    code: 'check/impossible-birthday',
    message: `${quoted(text)} ${why} and cannot be a birthday (${fieldTitle(field)})`,
    hint: 'correct the day; if years have two digits or days and months are swapped, give the format in parse',
  };
}

/** The doubt about a birthday on the day of `now` (epoch milliseconds): a form fills in the day of today. */
export function birthdayToday(field: FieldConfiguration, text: string, now: number): Fault | undefined {
  if (field.type !== 'birthday') return undefined;
  const today = DateTime.fromMillis(now, { zone: 'utc' });
  if (!text.includes(String(today.year))) return undefined;
  const days = dateReadings(text.trim(), { parse: usualFormats, zone: undefined });
  const isToday = days.some(({ moment }) => Math.abs(moment.diff(today, 'days').days) < 2);
  if (!isToday) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}, a field of type birthday: it is the day on which it arrived`,
    hint: 'see whether the rule reads the birthday, and whether the form fills in the current day where nobody answered',
  };
}

/**
 * The doubt about a day that is far ahead of `now` (epoch milliseconds), as senders write it for "never" or with a year
 * that somebody mistyped. Undefined of other fields, and where another reading of the text is no such day.
 */
export function farDayDoubt(field: FieldConfiguration, text: string, now: number): Fault | undefined {
  if (!dayTypes.has(field.type) || !/20[3-9]\d|2100/.test(text)) return undefined;
  const days = dateReadings(text.trim(), { parse: usualFormats, zone: undefined });
  const limit = DateTime.fromMillis(now, { zone: 'utc' }).plus({ years: farYears });
  const [first] = days;
  if (!first || days.some(({ moment }) => moment <= limit)) return undefined;
  const years = first.moment.year - limit.year + farYears;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}, a field of type ${field.type}: it is ${years} years ahead`,
    hint: 'correct the year; if the sender writes this day for "never", add it to the source, as in empty: ["2099-12-31"]',
  };
}

const dayTypes: ReadonlySet<string> = new Set(['date', 'directDebitMandateDate']);
