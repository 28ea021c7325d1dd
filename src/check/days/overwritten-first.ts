import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';

/**
 * Warns about fields for the first of something, such as `first.visit` or "Kunde seit", that every event of a mapping
 * sets: each later appointment overwrites the first one. No warning if `when` or the rule has a condition for it, if
 * the sender itself keeps the first one, or with `because`.
 */
export function overwrittenFirsts(
  mapping: Mapping,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  if (isOnlyFirst(mapping)) return [];
  return mapping.additionalFields.flatMap(({ key, rule }) => {
    const title = catalog && findField(key, catalog)?.name;
    const isFirst = isForFirst(key) || (title !== undefined && isForFirst(title));
    const read = isFirst && rule.because === undefined ? readOfEvent(rule) : undefined;
    if (read === undefined) return [];
    const message = `${key} is by its name for the first one, and every event of the mapping overwrites it with ${read}`;
    const cure =
      mapping.operation === 'persistCustomerData'
        ? 'set it in a mapping of its own with when: $not($exists($linked)), which is true for a new customer'
        : 'let when ask for the first one, or read the value that the sender keeps of it';
    const hint = `${cure}; if the sender sends it only once, add because: with the reason`;
    return [
      diagnostic('mapping/overwritten-first', message, {
        hint,
        place: rule.base.place,
        path: `additionalFields.${key}`,
      }),
    ];
  });
}

/** True if a mapping applies only to the first event of a person, by its condition. */
export function isOnlyFirst({ when }: Mapping): boolean {
  return when !== undefined && asksForFirst.test(when.value.source);
}

/** Returns the value of one appointment or event that a rule sends without a condition, in words. */
function readOfEvent(rule: Rule): string | undefined {
  if (rule.base.kind === 'literal' || rule.lookup) return undefined;
  const expressions = ruleExpressions(rule);
  if (expressions.some(({ source, answer }) => answer === undefined && source.includes('?')))
    return undefined;
  const paths = expressions.flatMap(each => (each.answer === undefined ? pathsRead(each) : [[each.answer]]));
  if (paths.some(isKeptBySender)) return undefined;
  const path = paths.find(isOfOneEvent);
  if (path) return pathText(path);
  const [now] = expressions.flatMap(({ source }) => /\$(?:now|millis)\(\)/.exec(source) ?? []);
  return now;
}

/**
 * True for a value of one event, such as the time of an appointment, for a field of the first of something: each later
 * event would overwrite it. `names`: those of the field; `steps`: the path of the value.
 */
export function isOverwrittenFirst(names: readonly string[], steps: readonly string[]): boolean {
  return names.some(isForFirst) && isOfOneEvent(steps) && !isKeptBySender(steps);
}

/** True for the day of an event, or any value of an appointment. */
function isOfOneEvent(steps: readonly string[]): boolean {
  return (
    days.test(plain(steps.at(-1) ?? '')) || steps.slice(0, -1).some(step => appointments.test(plain(step)))
  );
}

/** True for a path or a question of the first one, or to the time at which the record of a person was made. */
export function isKeptBySender(steps: readonly string[]): boolean {
  if (steps.some(step => isForFirst(step))) {
    const [parent = ''] = steps.slice(-2).map(plain);
    return !(steps.length > 1 && appointments.test(parent));
  }
  return false;
}

/** True for the name of a field for the first of something: `first.visit`, "Kunde seit". */
export function isForFirst(name: string): boolean {
  const words = plain(name);
  return firsts.some(each => each.test(words));
}

function plain(name: string): string {
  return name.replace(/[^\p{L}]/gu, '').toLowerCase();
}

const firsts = [
  /first(?:visit|appointment|booking|contact|purchase|order|seen|treatment|session|meeting|date|touch|source)/,
  /erst(?:e[nrsm]?)?(?:besuch|termin|kontakt|behandlung|buchung|kauf|bestellung|sitzung|gespräch|anfrage)/,
  /(?:customer|client|member|patient|user|regular)since|(?:kunde|kundin|mitglied|patient|patientin|klient|stammkunde)seit/,
  /^(?:created|createdat|createdon|creationdate|registered|registeredat|signupdate|joined|joinedat|angelegt|angelegtam|erstelltam|registriertam|aufnahmedatum|eintrittsdatum)$/,
];

const appointments =
  /^(?:appointments?|bookings?|termine?|buchung(?:en)?|events?|orders?|submissions?|reservations?|visits?|besuche?|invitee|payload)$/;
const days =
  /^(?:start|starts?at|starttime|startdate|begin|beginn|date|datum|time|zeit|uhrzeit|timestamp|createdat|created|receivedat|submittedat|appointmentdate|bookingdate|bookedat|termindatum|visitdate|besuchsdatum)$/;

/** Conditions in `when` that select the first event of a person. */
const asksForFirst =
  /first|\berst|\bnew|_new|isnew|\bneu|count|anzahl|visits|besuche|\$linked|(?:contact|customer|kunde|person|lead|client|patient|member|user|subscriber)[._ -]?(?:created|added|angelegt|registered)/i;
