import { DateTime } from 'luxon';
import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { dateReadings } from '../../../expressions/convert/read-date.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';

/** The usual formats of a day in a field, which the API document does not define (2.6). */
export const usualDayFormats = [
  'dd.MM.yyyy',
  'd.M.yyyy',
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd-MM-yyyy',
  'yyyyMMdd',
];
const firstYear = 1900;
const firstMoment = Date.UTC(firstYear);
const dayMs = 86_400_000;
const farYears = 20;

/**
 * Returns the fault of an impossible birthday: before 1900, or more than a day after `now` (epoch milliseconds), since
 * it may be tomorrow elsewhere. Undefined for other fields and texts, and if another reading is possible.
 */
export function birthdayFault(field: FieldConfiguration, text: string, now: number): Fault | undefined {
  // Every value passes here, and reading a date is slow.
  if (field.type !== 'birthday' || isPlainlyPast(text, now)) return undefined;
  const days = dateReadings(text.trim(), { parse: usualDayFormats, zone: undefined });
  const tomorrow = now + dayMs;
  const [first] = days;
  if (!first || days.some(({ moment }) => moment.year >= firstYear && moment.toMillis() <= tomorrow))
    return undefined;
  const why = first.moment.toMillis() > tomorrow ? 'is in the future' : `is before ${firstYear}`;
  return {
    code: 'check/impossible-birthday',
    message: `${quoted(text)} ${why} and cannot be a birthday (${fieldTitle(field)})`,
    hint: 'correct the day; if years have two digits or days and months are swapped, give the format in parse',
  };
}

/** True for a day since 1900 in one of the two commonest formats. */
function isPlainlyPast(text: string, now: number): boolean {
  const [, dd, MM, year = ''] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  const at = Date.parse(year === '' ? (/^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0] ?? '') : `${year}-${MM}-${dd}`);
  return at >= firstMoment && at <= now;
}

/** Returns the doubt about a birthday today (`now`: epoch milliseconds), which a form may have filled in. */
export function birthdayToday(field: FieldConfiguration, text: string, now: number): Fault | undefined {
  if (field.type !== 'birthday') return undefined;
  if (!text.includes(String(new Date(now).getUTCFullYear()))) return undefined;
  const today = DateTime.fromMillis(now, { zone: 'utc' });
  const days = dateReadings(text.trim(), { parse: usualDayFormats, zone: undefined });
  const isToday = days.some(({ moment }) => Math.abs(moment.diff(today, 'days').days) < 2);
  if (!isToday) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}, a field of type birthday: it is the day on which it arrived`,
    hint: 'see whether the rule reads the birthday, and whether the form fills in the current day where nobody answered',
  };
}

/**
 * Returns the doubt about a day long after `now` (epoch milliseconds), which senders write for "never" or
 * with a mistyped year. Undefined for other fields, and for texts with another possible reading.
 */
export function farDayDoubt(
  field: FieldConfiguration,
  { text, written = text }: { readonly text: string; readonly written?: string },
  now: number,
): Fault | undefined {
  if (!dayTypes.has(field.type) || !/20[3-9]\d|2100/.test(text)) return undefined;
  const days = dateReadings(text.trim(), { parse: usualDayFormats, zone: undefined });
  const limit = DateTime.fromMillis(now, { zone: 'utc' }).plus({ years: farYears });
  const [first] = days;
  if (!first || days.some(({ moment }) => moment <= limit)) return undefined;
  const years = first.moment.year - limit.year + farYears;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}, a field of type ${field.type}: it is ${years} years ahead`,
    hint: `correct the year; if the sender writes this day for "never", add empty: [${JSON.stringify(written)}] to the source`,
  };
}

/**
 * Returns the doubt about a last visit after `now` (epoch milliseconds), which is only booked, or about a coming birthday in a
 * field of type date. Undefined for other fields, and for texts with another possible reading.
 */
export function comingDayDoubt(field: FieldConfiguration, text: string, now: number): Fault | undefined {
  const past = pastDay(field);
  if (!past) return undefined;
  const [day = ''] = text.trim().split(/[ T]/);
  const days = dateReadings(day, { parse: usualDayFormats, zone: undefined });
  if (days.length === 0 || days.some(({ moment }) => moment.toMillis() <= now + dayMs)) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}, a field of type date for a past day by its name: it is in the future`,
    hint:
      past === 'birthday'
        ? 'correct the day; if years have two digits or days and months are swapped, give the format in parse'
        : 'read the day of the last visit, if the sender has it under another name; else let when ask for appointments that have taken place, since a booked one may still be cancelled',
  };
}

/** Returns the kind of past day that a field of type date has by its names. */
const pastDay = onceFor(({ type, keyName, name }: FieldConfiguration): 'birthday' | 'visit' | undefined => {
  if (type !== 'date') return undefined;
  const words = `${keyName} ${name}`;
  if (births.test(words) && !comingBirthdays.test(words)) return 'birthday';
  return pastVisits.test(words) ? 'visit' : undefined;
});

const births =
  /geburts(?:tag|datum)(?![\p{L}])|geb[. _-]?datum|birth[ ._-]?da(?:y|te)(?![\p{L}])|date of birth|(?<![\p{L}])(?:dob|geboren|born)(?![\p{L}])|naissance|geboortedatum|verjaardag(?![\p{L}])/iu;
/** The next birthday, or a day for it. */
const comingBirthdays =
  /n(?:ä|ae)chste|kommende|next|upcoming|coming|prochain|volgende|feier|party|geschenk|gift|gutschein|voucher|coupon|aktion|mail/iu;
const pastVisits =
  /(?:last|letzte[rsnm]?|zuletzt|previous|vorige[rsnm]?|laatste)[ ._-]?(?:\p{L}+[ ._-])?(?:visit|besuch|termin|appointment|behandlung|treatment|seen|contact|kontakt|booking|bezoek)/iu;

const dayTypes: ReadonlySet<string> = new Set(['date', 'directDebitMandateDate']);
