import { DateTime } from 'luxon';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { dateReadings } from '../../mapping/convert/convert-date.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';

/** How a day is written in a field; the API document does not say in which form (2.6). */
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
  const why = first.moment > tomorrow ? 'is still to come' : `is before ${firstYear}`;
  return {
    code: 'check/impossible-birthday',
    message: `${quoted(text)} ${why}, so nobody was born then (${fieldTitle(field)})`,
    hint: 'correct the day; where years have two digits or days and months are swapped, say in parse how they are written',
  };
}
