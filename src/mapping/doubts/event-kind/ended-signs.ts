import { onceFor } from '../../../diagnostics/once-for.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type FlagSays, flagSays } from './ended-flags.ts';
import { endingWords } from './ending-words.ts';
import { compactKey, isTypeContainer, isTypeHeader, isTypeKey } from './event-type-keys.ts';
import { type OrderSays, signsOfOrder } from './order-state.ts';
import { isOfOtherKind } from './other-kind.ts';
import { wordSet } from './record-words.ts';

/** Information in a webhook besides the data of a person: the person was deleted, or it is a test. */
export interface EndingSign {
  /** The path in the payload or the name of the header, and its last step. */
  readonly at: string;
  readonly key: string;
  /** The steps of a path, if they are known. */
  readonly steps?: readonly string[];
  readonly value: unknown;
  readonly says:
    | FlagSays
    | OrderSays
    | 'over'
    | 'inactive'
    | 'unsubscribed'
    | 'deceased'
    | 'other-kind'
    | 'changed';
}

/** Returns the information in an event, in the order of its keys. Several doubts about an event ask for it. */
export const signsOfEvent = onceFor(({ payload, headers, event }: MappingInput): readonly EndingSign[] => {
  const ofType = event.type === undefined ? [] : ofName(event.type, '$event.type', 'type');
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isTypeHeader(name) ? ofName(value, `$headers."${name}"`, name) : [],
  );
  return [
    ...ofPayload(payload, '', { isRoot: true }),
    ...ofXml(payload, headers),
    ...signsOfOrder(payload),
    ...ofType,
    ...ofHeaders,
  ];
});

/** Returns the information in the root of an XML document, and in its record if the root contains only one. */
function ofXml(payload: unknown, headers: MappingInput['headers']): readonly EndingSign[] {
  const root = onlyChild(payload);
  if (!root) return [];
  const isXml =
    /\bxml\b/.test(headers['content-type'] ?? '') ||
    [root.child, onlyChild(root.child)?.child ?? {}].some(each =>
      Object.keys(each).some(key => key.startsWith('@')),
    );
  if (!isXml) return [];
  const before = `${pathText([root.key])}.`;
  const record = onlyChild(root.child);
  if (!record) return ofPayload(root.child, before, { isRoot: true });
  const ofRoot = Object.fromEntries(Object.entries(root.child).filter(([, value]) => !isPlainObject(value)));
  return [
    ...ofPayload(ofRoot, before, { isRoot: true }),
    ...ofPayload(record.child, `${before}${pathText([record.key])}.`, { isRoot: true }),
  ];
}

/** Returns the only object in an object that has nothing but attributes beside it. */
function onlyChild(value: unknown): { readonly key: string; readonly child: object } | undefined {
  const keys = isPlainObject(value) ? Object.keys(value).filter(key => !key.startsWith('@')) : [];
  const [key = '', ...others] = keys;
  const child = isPlainObject(value) && others.length === 0 ? ownValue(value, key) : undefined;
  return isPlainObject(child) ? { key, child } : undefined;
}

/** Returns the information beside the events of a webhook, if the event is only a part of it. */
export function signsOfBody({ payload, body }: MappingInput): readonly EndingSign[] {
  if (typeof body !== 'object' || body === null || body === payload || Array.isArray(body)) return [];
  const values = Object.entries(body).filter(([, value]) => typeof value !== 'object');
  return ofPayload(Object.fromEntries(values), '$body.', { isRoot: true });
}

/** The keys of a payload and of the objects in it. */
function ofPayload(
  payload: unknown,
  before: string,
  { isRoot }: { readonly isRoot: boolean },
): readonly EndingSign[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return [];
  const isInside = isRoot || isTypeContainer(before.slice(0, -1));
  const isNear = isInside || bookings.test(before);
  return Object.keys(payload)
    .slice(0, mostKeys)
    .flatMap(key => {
      const value: unknown = ownValue(payload, key);
      if (typeof value === 'object' && value !== null)
        return isInside ? ofPayload(value, `${before}${stepOf(key)}.`, { isRoot: false }) : [];
      const place = { at: `${before}${stepOf(key)}`, key, name: compactKey(key), isNear };
      return (typeof value === 'string' && ofWord(value, place)) || ofFlag(value, { ...place, isRoot });
    });
}

const stepOf = onceForText((key: string): string => (isPlainKey.test(key) ? key : `\`${key}\``));

/** Returns the information in a text whose key names the kind of event or the state of the record. */
function ofWord(
  value: string,
  {
    at,
    key,
    name,
    isNear,
  }: { readonly at: string; readonly key: string; readonly name: string; readonly isNear: boolean },
): readonly EndingSign[] | undefined {
  if (isNear && isTypeKey(name)) return ofName(value, at, key);
  if (isNear && isOfOtherKind(value, name)) return [{ at, key, value, says: 'other-kind' }];
  if (isNear && name === 'op' && value === 'd') return [{ at, key, value, says: 'deleted' }];
  if (isNear && stateKeys.has(name) && value.length <= longestState) return ofState(value, at, key);
  if (!isPlainKey.test(value)) return undefined;
  if (isNear && modeKeys.has(name) && testModes.has(value.toLowerCase()))
    return [{ at, key, value, says: 'test' }];
  return actionKeys.has(name) ? ofName(value, at, key) : undefined;
}

/** Later keys are not searched: no sender with so many keys has such information there. */
const mostKeys = 200;

function ofFlag(value: unknown, { at, key, name, ...place }: Flag): readonly EndingSign[] {
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

/** Returns what a text says as an event type or as a state: `deleted` of `contact.deleted`. */
export function signsOfText(text: string, key: string): readonly EndingSign[] {
  return [...ofName(text, '', key), ...ofState(text, '', key)];
}

/** True if a text is the beginning of a word for a kind of event in another text: `delet` of `contact.deleted`. */
export function beginsEnding(text: string, value: string): boolean {
  const small = text.toLowerCase();
  if (endingWords.withdrawals.test(small) && value.includes(small)) return true;
  return partsOf(value).some(word => endings.has(word) && word.startsWith(small));
}

/** The words of an event type: `customer.deleted`, `CONTACT_DELETE`, `Kunde gelöscht`, `company.propertyChange`. */
function ofName(value: string, at: string, key: string): readonly EndingSign[] {
  if (value.length > longestName) return [];
  return nameSays(value).map(says => ({ at, key, value, says }));
}

/** A sender has a few types of events, and each event has one. */
const nameSays = onceForText((value: string): readonly EndingSign['says'][] => {
  const says = verbSays(value);
  return [...(says === undefined ? [] : [says]), ...(isOfOtherKind(value) ? (['other-kind'] as const) : [])];
});

function verbSays(value: string): EndingSign['says'] | undefined {
  const parts = partsOf(value);
  const isCapitals = value === value.toUpperCase() && parts.length === 1;
  if (isWithdrawal(value, parts)) return 'unsubscribed';
  if (parts.some(each => endingWords.deaths.has(each))) return 'deceased';
  if (
    parts.some(each => endingWords.deletions.has(each)) ||
    isOfRecord(value, endingWords.removals) ||
    (isCapitals && endsInDeletion.test(value))
  )
    return 'deleted';
  if (parts.some(each => endingWords.cancellations.has(each)) || isOfNoShow.test(value)) return 'canceled';
  if (parts.some(each => endingWords.merges.has(each))) return 'merged';
  if (parts.some(each => endingWords.changes.has(each)) || (isCapitals && endsInChange.test(value)))
    return 'changed';
  if (parts.some(each => endingWords.unfinished.has(each))) return 'partial';
  const isOfTest =
    isTest.test(value.trim()) ||
    isOfRecord(value, endingWords.tests, { isEitherOrder: true }) ||
    isOfRecord(value, endingWords.trials, { isAlone: false });
  return isOfTest ? 'test' : undefined;
}

/** True for one of the words alone or behind that for a record: `removed`, `contact.removed`, not `contact.tag_removed`. */
function isOfRecord(
  value: string,
  words: ReadonlySet<string>,
  { isEitherOrder = false, isAlone = true } = {},
): boolean {
  const [text = ''] = spellings(value);
  const [first = '', second = first, ...others] = text.split(' ');
  if (others.length > 0) return false;
  const isRecord = (word: string) =>
    endingWords.records.has(word) || endingWords.records.has(word.replace(/s$/, ''));
  if (words.has(second) && (first === second ? isAlone : isRecord(first))) return true;
  return isEitherOrder && words.has(first) && isRecord(second);
}

/** True for a kind of event in which somebody unsubscribes or withdraws a consent: `opted_out`, `consent.revoked`. */
function isWithdrawal(value: string, parts: readonly string[]): boolean {
  if (parts.some(each => endingWords.unsubscriptions.has(each))) return true;
  const [text = ''] = spellings(value);
  const isOfConsent =
    (endingWords.consents.test(text) && endingWords.withdrawals.test(text)) ||
    (endingWords.letters.test(text) && endingWords.endsOfLetters.test(text));
  return !ofOtherConsents.test(text) && (optOuts.test(text) || isOfConsent || ownWithdrawals.test(text));
}

/** Returns the information in a state: `deleted`, `trash`, `spam`, `cancelled_by_client`. */
function ofState(value: string, at: string, key: string): readonly EndingSign[] {
  const word = value.toLowerCase().trim();
  if (word === 'spam') return [{ at, key, value, says: 'spam' }];
  const parts = partsOf(value);
  const [plain = ''] = spellings(word);
  const isDenied = stateNegations.has(parts[0] ?? '');
  if (!isDenied && endingWords.deaths.has(plain)) return [{ at, key, value, says: 'deceased' }];
  if (noShows.test(word) || (!isDenied && parts.some(each => endingWords.cancellations.has(each))))
    return [{ at, key, value, says: 'canceled' }];
  if (endingWords.merges.has(plain)) return [{ at, key, value, says: 'merged' }];
  if (unfinishedStates.has(plain)) return [{ at, key, value, says: 'partial' }];
  // A `state` may be that of an address.
  if (testStates.has(plain) && key !== 'state') return [{ at, key, value, says: 'test' }];
  return endedStates.has(plain) || endingWords.deletions.has(plain)
    ? [{ at, key, value, says: 'deleted' }]
    : [];
}

const longestName = 80;

/** True for a key that a path contains without quotes. */
export const isPlainKey = /^[\p{L}_][\p{L}\p{N}_]*$/u;

function partsOf(value: string): readonly string[] {
  return spellings(value).flatMap(each => each.split(/[^\p{L}]+/u));
}

/** Keys whose value may be the state of any object in one word: `Entry.Action`. */
const actionKeys = wordSet('action operation changetype eventaction');
/** Keys for the mode of the sender: `mode: test`, `environment: sandbox`. */
const modeKeys = wordSet('mode environment env');
const testModes = wordSet('test sandbox testing');
const unfinishedStates = wordSet(
  'incomplete partial draft abandoned unfinished unvollständig entwurf abgebrochen rascunho borrador brouillon bozza szkic koncept taslak utkast kladde parcial piszkozat πρόχειρο procheiro ciornă luonnos nacrt скица черновик',
);
const testStates = wordSet(
  'test testing testdatensatz testbuchung testeintrag testauftrag testdaten sandbox',
);
const stateKeys = wordSet(
  'status state statut estado stato stan stav állapot durum tila stanje stare κατάσταση katastasi състояние zustand bookingstatus appointmentstatus terminstatus buchungsstatus',
);
const stateNegations = wordSet('not nicht non un kein never no niet nie não pas ne');
const endedStates = wordSet(
  'trash archived archiviert removed anonymized anonymised anonymisiert archivé archivée gearchiveerd archivado ' +
    'archivada archiviato archiviata zarchiwizowany zarchiwizowana baja',
);
const isOfNoShow = /no[ _-]?show|nicht[ _-]?erschienen/i;
const noShows = /^no[ _-]?show$|^nicht[ _-]erschienen$/;
const longestState = 40;
const bookings = /(?:^|\.)(?:booking|appointment|reservation|event|termin|buchung|invitee)\.$/i;
/** Names of events in capitals only, without a sign between their words: `ONCRMCONTACTDELETE`. */
const endsInDeletion = /^\p{L}{3,}(?<!UN)DELETED?$/u;
const endsInChange = /^\p{L}{3,}(?:UPDATE|CHANGE)D?$/u;
const isTest = /^(?:webhook[._ -]?)?(?:test|ping)(?:[._ -]?(?:event|webhook|hook))?$/i;
const optOuts = /\bopt(?:ed)? ?out\b/;
/** Withdrawals without the word for the consent. That of an order is another one. */
const ownWithdrawals =
  /^(?:(?:contact|customer|client|patient|person|lead|subscriber|member|kunde|kundin|kontakt|mitglied) )?(?:widerruf|widerrufen|widersprochen)$/;
/** Consents to something else than messages. */
const ofOtherConsents =
  /\b(?:photos?|fotos?|bild(?:er)?|images?|videos?|cookies?|tokens?|access|zugriff|apps?|oauth|api|data|daten)\b/;
/** The words of all kinds that an event type can have. */
const endings: ReadonlySet<string> = new Set([
  ...endingWords.deletions,
  ...endingWords.removals,
  ...endingWords.unsubscriptions,
  ...endingWords.deaths,
  ...endingWords.cancellations,
  ...endingWords.merges,
  ...endingWords.unfinished,
  ...endedStates,
]);
