import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import { expressionUses } from '../expression-uses.ts';
import type { Mapping } from '../mapping.ts';
import { type FlagSays, flagSays } from './ended-flags.ts';
import { isOfOtherKind, readsOwnId } from './other-kind.ts';

/** Information in a webhook besides the data of a person: the person was deleted, or it is a test. */
interface Ended {
  /** The path in the payload or the name of the header, and its last step. */
  readonly at: string;
  readonly key: string;
  readonly value: unknown;
  readonly says: FlagSays | 'unsubscribed' | 'other-kind' | 'changed';
}

/**
 * Returns a warning if an event says that its record is deleted, unsubscribed or a test, but the mapping does
 * not read that: it would send the data as for a changed record. `isShown`: the message contains the value. `isWhole`:
 * the type of the whole webhook counts too, which takes time for a webhook of many events. By default, it counts if the
 * body is short.
 */
export function endedRecord(
  mapping: Mapping,
  input: MappingInput,
  { where = 'the event', isShown = true, isWhole = input.hasShortBody === true } = {},
): Diagnostic | undefined {
  const isBooking = mapping.operation === 'persistCustomerData';
  const [found, ...others] = [...signsOf(input), ...(isWhole ? signsOfBody(input) : [])].filter(
    ({ says }) =>
      says !== 'changed' &&
      (says !== 'canceled' || isBooking) &&
      (says !== 'other-kind' || (!isBooking && readsOwnId(mapping))),
  );
  if (!found || found.says === 'changed') return undefined;
  const sources = expressionUses(mapping).map(({ expression }) => expression.source);
  const reads = (each: Ended) => sources.some(source => mentions(source, each, input));
  if ([found, ...others].some(reads)) return undefined;
  const message = `${where} ${words[found.says]} (${found.at}${isShown ? `: ${shown(found.value)}` : ''}), and the mapping does not read that: it sends the values as those of any other event`;
  const place = mapping.when?.place ?? mapping.places?.source;
  return diagnostic('mapping/ended-record', message, {
    hint: hintOf(found, mapping, isShown),
    place,
    path: 'when',
  });
}

const words: Readonly<Record<Exclude<Ended['says'], 'changed'>, string>> = {
  deleted: 'says that its record is deleted',
  unsubscribed: 'says that somebody unsubscribed',
  canceled: 'says that an appointment is canceled',
  test: 'says that it is a test',
  spam: 'says that it is spam',
  partial: 'says that the form is not finished',
  truncated: 'says that its contents were cut off',
  merged: 'says that its record was merged with another one',
  'other-kind': 'is about another kind of record, whose id may also be the id of a person',
};

function hintOf({ at, value }: Ended, { when }: Mapping, isShown: boolean): string {
  const isName = typeof value === 'string' && value.length < 60 && !/^\d{4}-/.test(value);
  const isFlag = typeof value === 'boolean' || typeof value === 'number';
  const literal = isShown || isFlag ? JSON.stringify(value) : '"…"';
  const condition = isName || isFlag ? `$not(${at} = ${literal})` : `$not($exists(${at}) and ${at})`;
  const cure = when
    ? `add and ${condition} to when, which leaves such events out`
    : `leave such events out with when, as in when: '${condition.replaceAll("'", "''")}'`;
  return `${cure}; if they are meant, let when ask for them`;
}

/** True if an event says that a record changed, or names the single changed property. */
export function tellsOfChange(input: MappingInput): boolean {
  const { payload } = input;
  const keys = typeof payload === 'object' && payload !== null ? Object.keys(payload) : [];
  return keys.includes('propertyName') || signsOf(input).some(({ says }) => says === 'changed');
}

function signsOf({ payload, headers, event }: MappingInput): readonly Ended[] {
  const ofType = event.type === undefined ? [] : ofName(event.type, '$event.type', 'type');
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    headerNames.test(name) ? ofName(value, `$headers."${name}"`, name) : [],
  );
  return [...ofPayload(payload, '', { isRoot: true }), ...ofType, ...ofHeaders];
}

/** Returns the information beside the events of a webhook, if the event is only a part of it. */
function signsOfBody({ payload, body }: MappingInput): readonly Ended[] {
  if (typeof body !== 'object' || body === null || body === payload || Array.isArray(body)) return [];
  const values = Object.entries(body).filter(([, value]) => typeof value !== 'object');
  return ofPayload(Object.fromEntries(values), '$body.', { isRoot: true });
}

/** The keys of a payload and of the objects in it. */
function ofPayload(
  payload: unknown,
  before: string,
  { isRoot }: { readonly isRoot: boolean },
): readonly Ended[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return [];
  return Object.entries(payload)
    .slice(0, mostKeys)
    .flatMap(([key, value]) => {
      const at = `${before}${isWord.test(key) ? key : `\`${key}\``}`;
      if (typeof value === 'object' && value !== null)
        return isRoot || containers.has(before.toLowerCase())
          ? ofPayload(value, `${at}.`, { isRoot: false })
          : [];
      const name = key.toLowerCase().replace(/[_\s.-]/g, '');
      const isNear = isRoot || containers.has(before.toLowerCase()) || bookings.test(before);
      return (
        (typeof value === 'string' && ofWord(value, { at, key, name, isNear })) ||
        ofFlag(value, { at, key, name, isRoot, isNear })
      );
    });
}

/** Returns the information in a text whose key names the kind of event or the state of the record. */
function ofWord(
  value: string,
  {
    at,
    key,
    name,
    isNear,
  }: { readonly at: string; readonly key: string; readonly name: string; readonly isNear: boolean },
): readonly Ended[] | undefined {
  if (isNear && typeKeys.has(name)) return ofName(value, at, key);
  if (isNear && isOfOtherKind(value, name)) return [{ at, key, value, says: 'other-kind' }];
  if (isNear && name === 'op' && value === 'd') return [{ at, key, value, says: 'deleted' }];
  if (isNear && stateKeys.has(name) && value.length <= longestState) return ofState(value, at, key);
  if (!isWord.test(value)) return undefined;
  if (isNear && modeKeys.has(name) && testModes.has(value.toLowerCase()))
    return [{ at, key, value, says: 'test' }];
  return actionKeys.has(name) ? ofName(value, at, key) : undefined;
}

/** Later keys are not searched: no sender with so many keys has such information there. */
const mostKeys = 200;

function ofFlag(value: unknown, { at, key, name, ...place }: Flag): readonly Ended[] {
  const says = flagSays(name, value, place);
  return says === undefined ? [] : [{ at, key, value, says }];
}

interface Flag {
  readonly at: string;
  readonly key: string;
  readonly name: string;
  readonly isRoot: boolean;
  readonly isNear: boolean;
}

/** The words of an event type: `customer.deleted`, `CONTACT_DELETE`, `Kunde gelöscht`, `company.propertyChange`. */
function ofName(value: string, at: string, key: string): readonly Ended[] {
  if (value.length > longestName) return [];
  const ofOtherKind: Ended[] = isOfOtherKind(value) ? [{ at, key, value, says: 'other-kind' }] : [];
  return [...ofVerb(value, at, key), ...ofOtherKind];
}

function ofVerb(value: string, at: string, key: string): readonly Ended[] {
  const parts = value
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const isCapitals = value === value.toUpperCase() && parts.length === 1;
  if (
    parts.some(each => deletions.has(each)) ||
    removals.test(value) ||
    (isCapitals && endsInDeletion.test(value))
  )
    return [{ at, key, value, says: 'deleted' }];
  if (parts.some(each => unsubscriptions.has(each))) return [{ at, key, value, says: 'unsubscribed' }];
  if (parts.some(each => cancellations.has(each))) return [{ at, key, value, says: 'canceled' }];
  if (parts.some(each => merges.has(each))) return [{ at, key, value, says: 'merged' }];
  if (parts.some(each => changes.has(each)) || (isCapitals && endsInChange.test(value)))
    return [{ at, key, value, says: 'changed' }];
  if (parts.some(each => unfinished.has(each))) return [{ at, key, value, says: 'partial' }];
  return isTest.test(value.trim()) ? [{ at, key, value, says: 'test' }] : [];
}

/** Returns the information in a state: `deleted`, `trash`, `spam`, `cancelled_by_client`. */
function ofState(value: string, at: string, key: string): readonly Ended[] {
  const word = value.toLowerCase().trim();
  if (word === 'spam') return [{ at, key, value, says: 'spam' }];
  const parts = word.split(/[^\p{L}]+/u);
  const isDenied = stateNegations.has(parts[0] ?? '');
  if (noShows.test(word) || (!isDenied && parts.some(each => cancellations.has(each))))
    return [{ at, key, value, says: 'canceled' }];
  if (merges.has(word)) return [{ at, key, value, says: 'merged' }];
  if (unfinishedStates.has(word)) return [{ at, key, value, says: 'partial' }];
  return endedStates.has(word) || deletions.has(word) ? [{ at, key, value, says: 'deleted' }] : [];
}

const longestName = 80;

/** True if an expression reads the key, or the event type if its value is the same. */
function mentions(source: string, { key, value }: Ended, { event }: MappingInput): boolean {
  if (value === event.type && source.includes('$event.type')) return true;
  return isWord.test(key) ? source.split(/[^\p{L}\p{N}_]+/u).includes(key) : source.includes(key);
}

const isWord = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const typeKeys = setOf(
  'event type action topic trigger operation method kind hook eventtype eventname eventkind eventaction actiontype ' +
    'hookevent hooktype webhookevent webhooktype webhooktopic changetype subscriptiontype messagetype notificationtype ' +
    'messagename changeaction mutation verb événement evenement evento gebeurtenis triggertype triggerevent requesttype ereignis aktion vorgang typ',
);
/** Keys whose value may be the state of any object in one word: `Entry.Action`. */
const actionKeys = setOf('action operation changetype eventaction');
/** Keys for the mode of the sender: `mode: test`, `environment: sandbox`. */
const modeKeys = setOf('mode environment env');
const testModes = setOf('test sandbox testing');
const unfinishedStates = setOf(
  'incomplete partial draft abandoned unfinished unvollständig entwurf abgebrochen',
);
const stateKeys = setOf(
  'status state statut estado stato zustand bookingstatus appointmentstatus terminstatus buchungsstatus',
);
const stateNegations = setOf('not nicht non un kein never');
const endedStates = setOf('trash archived archiviert removed anonymized anonymised anonymisiert');
const noShows = /^no[ _-]?show$|^nicht[ _-]erschienen$/;
const longestState = 40;
const containers = setOf('event. data. payload. meta. hook. webhook. info. body. action.');
const bookings = /(?:^|\.)(?:booking|appointment|reservation|event|termin|buchung|invitee)\.$/i;
const headerNames = /(?:^|-)(?:topic|event|event-type|event-key|action)$/;
const deletions = setOf(
  'delete deleted deletes deletion destroy destroyed erase erased erasure purged trashed gelöscht geloescht löschen ' +
    'loeschen löschung verwijderd supprimé supprimée supprimer suppression usunięty usunięto eliminado eliminato',
);
/** Names of events in capitals only, without a sign between their words: `ONCRMCONTACTDELETE`. */
const endsInDeletion = /^\p{L}{3,}(?<!UN)DELETED?$/u;
const removals = /^(?:(?:contact|customer|client|patient|person|lead|subscriber|record)s?[._ /-])?removed?$/i;
const endsInChange = /^\p{L}{3,}(?:UPDATE|CHANGE)D?$/u;
const unsubscriptions = setOf(
  'unsubscribe unsubscribed unsubscription abgemeldet abmeldung uitgeschreven désinscription',
);
const cancellations = setOf(
  'cancel canceled cancelled cancelation cancellation rejected declined storniert storno stornierung abgesagt absage ' +
    'abgelehnt geannuleerd annulé annulée annulation annulled annulliert annullierung annullato annullata cancelado ' +
    'cancelada afgezegd void voided',
);
const changes = setOf(
  'update updated updates change changed changes modified edit edited patch patched aktualisiert aktualisierung geändert ' +
    'änderung bearbeitet gewijzigd wijziging modifié modification',
);
const unfinished = setOf('partial partially incomplete unfinished unvollständig');
const isTest = /^(?:webhook[._ -]?)?(?:test|ping)(?:[._ -]?(?:event|webhook|hook))?$/i;
const merges = setOf(
  'merge merged merges merging zusammengeführt zusammengefuehrt zusammenführung samengevoegd fusionné fusionnée fusionado unito',
);
