import { DateTime } from 'luxon';

/** From 18 May 1927 to the end of 2099: smaller numbers may be years, and greater ones are no days of customers. */
const [first, last] = [10_000, 73_050];

/**
 * The day that a spreadsheet counts with such a number, in words: it counts days since 1899, and hours behind the point.
 * Undefined of other texts. Spreadsheets of an old Mac count from 1904, so the day is only likely.
 */
export function dayOfNumber(text: string): string | undefined {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return undefined;
  const number = Number(text.slice(0, 5));
  if (number < first || number > last) return undefined;
  const day = DateTime.utc(1899, 12, 30).plus({ days: number });
  return day.toFormat('d MMMM yyyy', { locale: 'en', numberingSystem: 'latn' });
}

/** How such numbers are sent as dates. */
export const dayNumberHint =
  "have the spreadsheet send the cell as a text; or calculate the day: {from: 'PATH ? $fromMillis(($floor($number(PATH)) - 25569) * 86400000)', as: date}, with the path of the number";
