import { DateTime } from 'luxon';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { dateReadings } from '../../expressions/convert/read-date.ts';
import type { Call } from '../../inbox/call.ts';
import { fieldTitle, quoted } from '../fault.ts';
import { usualDayFormats } from './birthday.ts';
import type { CallChecking } from './call-checking.ts';
import { findField } from './field-key.ts';

/** Returns the doubts about a birthday on or after a visit of the same person: the two were probably swapped. */
export function daysInWrongOrder(
  { additionalFields }: Call,
  { catalog }: Pick<CallChecking, 'catalog'>,
): readonly Diagnostic[] {
  const sent = additionalFields.flatMap(({ key, change }): readonly SentDay[] => {
    const field = findField(key, catalog);
    return field && 'set' in change ? [{ field, text: change.set.text }] : [];
  });
  const [birthday] = sent.filter(({ field }) => isBirthday(field));
  if (!birthday) return [];
  const born = daysIn(birthday.text);
  const visit = sent.find(
    each => isOfVisit(each.field) && isBeforeOrOn(daysIn(each.text), born) && each !== birthday,
  );
  if (!visit) return [];
  const message = `the birthday ${quoted(birthday.text)} (${fieldTitle(birthday.field)}) is not before ${quoted(visit.text)} (${fieldTitle(visit.field)})`;
  const other = `additionalFields.${visit.field.keyName}`;
  const hint = isSameDay(daysIn(visit.text), born)
    ? `both have the same day: if ${other} reads the birthday, correct that rule, and leave this one`
    : "see whether the two rules read each other's values, and whether one of the days is mistyped";
  return [
    diagnostic('check/birthday-after-visit', message, {
      hint,
      path: `additionalFields.${birthday.field.keyName}`,
    }),
  ];
}

function isSameDay(visit: readonly DateTime[], born: readonly DateTime[]): boolean {
  return visit.some(day => born.some(each => day.equals(each)));
}

interface SentDay {
  readonly field: FieldConfiguration;
  readonly text: string;
}

/** The birthday of the customer, and not that of a child or an animal. */
function isBirthday({ type, keyName, name }: FieldConfiguration): boolean {
  return type === 'birthday' && !others.test(`${keyName} ${name}`);
}

function isOfVisit({ type, keyName, name }: FieldConfiguration): boolean {
  const words = `${keyName} ${name}`;
  return type === 'date' && visits.test(words) && !others.test(words) && !/birth|geburt/i.test(words);
}

const visits =
  /visit|besuch|termin|appointment|behandlung|treatment|buchung|booking|seit\b|since|erstkontakt|first|letzte|last|registr|angelegt|anmeldung|aufnahme|eintritt|joined|created/i;
const others = /kind|child|baby|sohn|tochter|partner|tier|hund|pet\b|enfant|mutter|vater|mother|father/i;

/** Every possible reading must be in the wrong order, since formats are not known. */
function isBeforeOrOn(visit: readonly DateTime[], born: readonly DateTime[]): boolean {
  return visit.length > 0 && born.length > 0 && born.every(each => visit.every(day => day <= each));
}

function daysIn(text: string): readonly DateTime[] {
  const [day = ''] = text.trim().split(/[ T]/);
  return dateReadings(day, { parse: usualDayFormats, zone: undefined }).map(({ moment }) =>
    DateTime.fromObject({ year: moment.year, month: moment.month, day: moment.day }, { zone: 'utc' }),
  );
}
