import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { placedPaths } from '../../expressions/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
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
  options: EndedOptions = {},
): Diagnostic | undefined {
  return endedKind(mapping, input, options)?.diagnostic;
}

interface EndedOptions {
  readonly where?: string;
  readonly isShown?: boolean;
  readonly isWhole?: boolean;
}

/** Returns the warning of `endedRecord`, and the kind of event that it is about. */
export function endedKind(
  mapping: Mapping,
  input: MappingInput,
  { where = 'the event', isShown = true, isWhole = input.hasShortBody === true }: EndedOptions,
): { readonly says: string; readonly diagnostic: Diagnostic } | undefined {
  const isBooking = mapping.operation === 'persistCustomerData';
  const [found, ...others] = [...signsOf(input), ...(isWhole ? signsOfBody(input) : [])].filter(
    ({ says }) =>
      says !== 'changed' &&
      (says !== 'canceled' || isBooking) &&
      (says !== 'other-kind' || (!isBooking && readsOwnId(mapping))),
  );
  if (!found || found.says === 'changed') return undefined;
  const uses = expressionUses(mapping);
  const isMeant = (each: Ended) =>
    uses.some(
      ({ expression, path }) =>
        mentions(expression, each, input) && (path !== 'when' || asksFor(expression, each)),
    );
  if ([found, ...others].some(isMeant)) return undefined;
  const isRead = uses.some(({ expression }) => mentions(expression, found, input));
  const ignores = isRead ? 'when does not leave such events out' : 'the mapping does not read that';
  const message = `${where} ${words[found.says]} (${found.at}${isShown ? `: ${shown(found.value)}` : ''}), and ${ignores}: it sends the values as those of any other event`;
  const place = mapping.when?.place ?? mapping.places?.source;
  const hint = hintOf(found, mapping, isShown);
  return {
    says: found.says,
    diagnostic: diagnostic('mapping/ended-record', message, { hint, place, path: 'when' }),
  };
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
  const literal = isShown || isFlag || isKind(value) ? JSON.stringify(value) : '"…"';
  const condition = isName || isFlag ? `$not(${at} = ${literal})` : `$not($exists(${at}) and ${at})`;
  const cure = when
    ? `add and ${condition} to when, which leaves such events out`
    : `leave such events out with when, as in when: '${condition.replaceAll("'", "''")}'`;
  return `${cure}; if they are meant, let when ask for them`;
}

/** True for a few words that name a kind of event, in which nothing of a person can stand: `member.deleted`. */
function isKind(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[\p{L}._:/ -]{1,60}$/u.test(value)) return false;
  return value.trim().split(/\s+/).length <= mostKindWords;
}

const mostKindWords = 3;

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
      const name = (spellings(key)[0] ?? '').replaceAll(' ', '');
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
  const parts = partsOf(value);
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
  const parts = partsOf(value);
  const [plain = ''] = spellings(word);
  const isDenied = stateNegations.has(parts[0] ?? '');
  if (noShows.test(word) || (!isDenied && parts.some(each => cancellations.has(each))))
    return [{ at, key, value, says: 'canceled' }];
  if (merges.has(plain)) return [{ at, key, value, says: 'merged' }];
  if (unfinishedStates.has(plain)) return [{ at, key, value, says: 'partial' }];
  return endedStates.has(plain) || deletions.has(plain) ? [{ at, key, value, says: 'deleted' }] : [];
}

const longestName = 80;

/** True if an expression reads the value, or the event type if it is the same. A key of the same name elsewhere is another value. */
function mentions(expression: Expression, { at, key, value }: Ended, { event }: MappingInput): boolean {
  const { source } = expression;
  if (value === event.type && source.includes('$event.type')) return true;
  const isNamed = isWord.test(key) ? source.split(/[^\p{L}\p{N}_]+/u).includes(key) : source.includes(key);
  if (!isNamed) return false;
  const paths = placedPaths(expression);
  const own = withoutBody(stepsOf(at));
  if (paths.some(({ steps }) => withoutBody(steps).join('\n') === own.join('\n'))) return true;
  // Elsewhere the key may be read by a function, by a wildcard or as a text.
  const others = paths
    .toReversed()
    .reduce((text, { offset, length }) => `${text.slice(0, offset)} ${text.slice(offset + length)}`, source);
  return others.split(/[^\p{L}\p{N}_-]+/u).includes(key);
}

function stepsOf(at: string): readonly string[] {
  return (at.match(/`[^`]*`|"[^"]*"|[^.`"]+/g) ?? []).map(step => step.replace(/^[`"]|[`"]$/g, ''));
}

function withoutBody(steps: readonly string[]): readonly string[] {
  return steps[0] === '$body' ? steps.slice(1) : steps;
}

/**
 * True if a condition that reads the value asks for its kind of event: it compares with that kind. `trigger != "test"`
 * leaves out tests, and asks for nothing. A flag that is read is understood.
 */
function asksFor(condition: Expression, { key, value, says }: Ended): boolean {
  if (typeof value !== 'string' || says === 'other-kind') return true;
  const own = value.trim().toLowerCase();
  return nodesOf(treeOf(condition)).some(({ type, value: literal }) => {
    if (type === 'regex' && literal instanceof RegExp) return literal.test(value);
    if (type !== 'string' || typeof literal !== 'string' || literal === '') return false;
    if (literal.trim().toLowerCase() === own) return true;
    const found = [...ofName(literal, '', key), ...ofState(literal, '', key)];
    if (found.length > 0) return found.some(each => each.says === says);
    // A part of a word, as in $contains(event, "delet").
    return partsOf(own).some(word => endings.has(word) && word.startsWith(literal.toLowerCase()));
  });
}

const isWord = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Words without accents: keys and codes of programs often have none. */
const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' ').flatMap(spellings));

function partsOf(value: string): readonly string[] {
  return spellings(value).flatMap(each => each.split(/[^\p{L}]+/u));
}

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
const containers: ReadonlySet<string> = new Set([
  ...['event.', 'data.', 'payload.', 'meta.', 'hook.', 'webhook.', 'info.', 'body.', 'action.'],
]);
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
/** The words of all kinds that an event type can have. */
const endings: ReadonlySet<string> = new Set([
  ...deletions,
  ...unsubscriptions,
  ...cancellations,
  ...merges,
  ...unfinished,
  ...endedStates,
]);
