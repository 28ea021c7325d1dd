import { DateTime } from 'luxon';
import type { CatalogSnapshot, FieldConfiguration } from '../../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { dateReadings } from '../../../expressions/convert/read-date.ts';
import type { Call } from '../../../inbox/call.ts';
import { fieldTitle, quoted } from '../../fault.ts';
import type { CallChecking } from '../call-checking.ts';
import { findField } from '../field-key.ts';
import { usualDayFormats } from './birthday.ts';

/** Two days of a person that have an order: the first one is never the later one. */
interface OrderedDays {
  readonly first: SentDay;
  readonly last: SentDay;
  readonly kind: 'birthday' | 'visits';
  /** True if every reading of the two is in the wrong order, or both are one day and a birthday. */
  readonly isWrong: boolean;
}

/** Returns the doubts about a birthday on or after a visit of the same person, and about a last visit before the first one. */
export function daysInWrongOrder(
  call: Call,
  { catalog }: Pick<CallChecking, 'catalog'>,
): readonly Diagnostic[] {
  const wrong = orderedDays(call, catalog).filter(({ isWrong }) => isWrong);
  const ofBirth = wrong.find(({ kind }) => kind === 'birthday');
  const ofVisits = wrong.find(({ kind }) => kind === 'visits');
  return [
    ...(ofBirth ? [birthdayAfterVisit(ofBirth)] : []),
    ...(ofVisits ? [lastBeforeFirst(ofVisits)] : []),
  ];
}

/** Returns the pairs of days in a call that have an order: the birthday with each visit, and the first visit with the last one. */
export function orderedDays(
  { additionalFields }: Pick<Call, 'additionalFields'>,
  catalog: Pick<CatalogSnapshot, 'fields'>,
): readonly OrderedDays[] {
  const sent = additionalFields.flatMap(({ key, change }): readonly SentDay[] => {
    const field = findField(key, catalog);
    return field && 'set' in change && change.set.text.length <= longestDay
      ? [{ field, text: change.set.text }]
      : [];
  });
  const [birthday] = sent.filter(({ field }) => isBirthday(field));
  const visits = birthday ? sent.filter(each => each !== birthday && isOfVisit(each.field)) : [];
  const first = sent.find(({ field }) => isOfFirstVisit(field));
  const last = first && sent.find(each => each !== first && isOfLastVisit(each.field));
  const pairs = [
    ...visits.map(visit => ({ first: birthday, last: visit, kind: 'birthday' }) as const),
    { first, last, kind: 'visits' } as const,
  ];
  return pairs.flatMap(({ first: one, last: other, kind }) => {
    if (!one || !other) return [];
    const [earlier, later] = [daysIn(one.text), daysIn(other.text)];
    if (earlier.length === 0 || later.length === 0) return [];
    const isWrong = earlier.every(each =>
      later.every(day => (kind === 'birthday' ? day <= each : day < each)),
    );
    return [{ first: one, last: other, kind, isWrong }];
  });
}

function birthdayAfterVisit({ first, last }: OrderedDays): Diagnostic {
  const message = `the birthday ${quoted(first.text)} (${fieldTitle(first.field)}) is not before ${quoted(last.text)} (${fieldTitle(last.field)})`;
  const other = `additionalFields.${last.field.keyName}`;
  const hint = isSameDay(daysIn(last.text), daysIn(first.text))
    ? `both have the same day: if ${other} reads the birthday, correct that rule, and leave this one`
    : mayBeExchanged;
  const path = `additionalFields.${first.field.keyName}`;
  return diagnostic('check/birthday-after-visit', message, { hint, path });
}

const mayBeExchanged =
  "see whether the two rules read each other's values, and whether one of the days is mistyped";

function lastBeforeFirst({ first, last }: OrderedDays): Diagnostic {
  const message = `${quoted(last.text)} (${fieldTitle(last.field)}) is before ${quoted(first.text)} (${fieldTitle(first.field)})`;
  const hint = `${mayBeExchanged}; in a list, see whether the headings of the two columns are exchanged`;
  const path = `additionalFields.${last.field.keyName}`;
  return diagnostic('check/last-before-first', message, { hint, path });
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

/** Not a membership or a contract, which may begin after the last visit, and not the day on which the record was made. */
function isOfFirstVisit(field: FieldConfiguration): boolean {
  return isDay(field) && namesOf(field).some(name => firstVisits.test(name) || onlySince.test(name));
}

function isOfLastVisit(field: FieldConfiguration): boolean {
  const names = namesOf(field);
  return (
    isDay(field) && names.some(name => lastVisits.test(name)) && !names.some(name => firstVisits.test(name))
  );
}

function isDay({ type, keyName, name }: FieldConfiguration): boolean {
  return dayTypes.has(type) && !others.test(`${keyName} ${name}`);
}

function namesOf({ keyName, name }: FieldConfiguration): readonly string[] {
  return [keyName, name].flatMap(spellings);
}

const dayTypes: ReadonlySet<string> = new Set(['date', 'text', 'other']);
const firstVisits =
  /\b(?:(?:stamm|neu)?(?:kund(?:e|in)|client|customer|patient(?:in)?|klient(?:in)?|klant|gast|cliente?|pati[eë]nt)n? (?:seit|since|sinds|depuis|dal|desde)|(?:erst(?:e[rsnm]?)?|first|eerste|premiere?|prim[aeo]) ?(?:visit|besuch|termin|behandlung|treatment|appointment|afspraak|bezoek|visite|rendez vous|visita|cita))\b/;
const onlySince = /^(?:seit|since|sinds|depuis)$/;
const lastVisits =
  /\b(?:letzte[rsnm]?|last|laatste|derniere?|ultim[aeo]) ?(?:visit|besuch|termin|behandlung|treatment|appointment|seen|booking|buchung|afspraak|bezoek|behandeling|visite|rendez vous|visita|cita)\b/;
/** The text of a day is short. */
const longestDay = 40;

function daysIn(text: string): readonly DateTime[] {
  const [day = ''] = text.trim().split(/[ T]/);
  return dateReadings(day, { parse: usualDayFormats, zone: undefined }).map(({ moment }) =>
    DateTime.fromObject({ year: moment.year, month: moment.month, day: moment.day }, { zone: 'utc' }),
  );
}
