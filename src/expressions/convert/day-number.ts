import { DateTime } from 'luxon';

/** From 18 May 1927 to the end of 2099: smaller numbers may be years, greater ones are too late. */
const [first, last] = [10_000, 73_050];

/**
 * Returns the day of a spreadsheet's day number, in words; undefined for other texts. It counts days since
 * 1899, with a fraction for the time. Spreadsheets of old Macs count from 1904, so the day is only likely.
 */
export function dayOfNumber(text: string): string | undefined {
  return momentOfNumber(text, 'utc')?.toFormat('d MMMM yyyy', { locale: 'en', numberingSystem: 'latn' });
}

/** Returns the number as a time in a zone. Spreadsheets have no zone, so day and hour stay the same. */
export function momentOfNumber(text: string, zone: string): DateTime | undefined {
  if (!/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) return undefined;
  const number = Number(text.slice(0, 5));
  if (number < first || number > last) return undefined;
  const day = DateTime.fromObject({ year: 1899, month: 12, day: 30 }, { zone }).plus({ days: number });
  const seconds = Math.round(Number(`0.${text.slice(6) || '0'}`) * secondsOfDay);
  const time = {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
  // A fraction that rounds to midnight still belongs to this day.
  return day.set(seconds < secondsOfDay ? time : { hour: 23, minute: 59, second: 59 });
}

const secondsOfDay = 86_400;

/** The advice for sending such numbers as dates. */
export const dayNumberHint =
  'write {from: PATH, as: date, parse: spreadsheet}, with the path of the number; or have the spreadsheet send the cell as a text';
