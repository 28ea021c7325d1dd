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

/**
 * A day that nobody who lives was born on: before 1900, or after today, which is `now` (epoch milliseconds) and a day,
 * since it is tomorrow somewhere. Undefined of other fields, of texts that are no day, and where another reading is one.
 */
export function birthdayFault(field: FieldConfiguration, text: string, now: number): Fault | undefined {
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
