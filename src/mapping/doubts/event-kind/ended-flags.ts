import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { endingWords } from './ending-words.ts';
import { wordSet } from './record-words.ts';

/** The states of an event or a record that a flag, a time or a reason can show. */
export type FlagSays = 'deleted' | 'canceled' | 'test' | 'spam' | 'partial' | 'truncated' | 'merged';

/**
 * Returns the state that a value shows by the name of its key (small letters without separators): `isdeleted`,
 * `cancelledat`, `livemode`. `isRoot`: the key is at the root of the payload, where fewer words have another meaning. `isNear`: or in
 * the object of the event or the appointment.
 */
export function flagSays(
  name: string,
  value: unknown,
  { isRoot, isNear }: { readonly isRoot: boolean; readonly isNear: boolean },
): FlagSays | undefined {
  if (mergeTargets.has(name) && isOtherRecord(value)) return 'merged';
  if (isNear && isCanceled(name, value)) return 'canceled';
  if (isTrue(value)) return ofTrue(name, { isRoot, isNear });
  if (isMoment(value) && namesDeletion(name)) return 'deleted';
  const isLiveMode = isRoot && liveFlags.has(name);
  return isLiveMode && (value === false || value === 'false') ? 'test' : undefined;
}

/** True for a key that says that the record is deleted: `deleted`, `kundeGeloescht`, `is_archived`, `supprime_le`. */
const namesDeletion = onceForText((name: string): boolean =>
  [...deletions, ...removed].some(word => {
    const at = name.indexOf(word);
    return at >= 0 && mayPrecede(name.slice(0, at)) && mayFollow(name.slice(at + word.length));
  }),
);

const { besideWords, records, deletions } = endingWords;

/** True for nothing, or for the word of a record with a small word before it: `iskunde`. */
function mayPrecede(text: string): boolean {
  const isRecord = (word: string) => word === '' || records.has(word);
  return (
    isRecord(text) ||
    [...besideWords].some(word => text.startsWith(word) && isRecord(text.slice(word.length)))
  );
}

function mayFollow(text: string): boolean {
  return text === '' || besideWords.has(text);
}

function isCanceled(name: string, value: unknown): boolean {
  if (isTrue(value)) return canceledFlags.has(name);
  if (isMoment(value)) return canceledMoments.has(name);
  return typeof value === 'string' && value.trim() !== '' && cancelReasons.has(name);
}

function ofTrue(
  name: string,
  { isRoot, isNear }: { readonly isRoot: boolean; readonly isNear: boolean },
): FlagSays | undefined {
  if (namesDeletion(name) || deletionRequests.test(name)) return 'deleted';
  if (truncatedFlags.has(name)) return 'truncated';
  if (isNear && testFlagsInside.has(name)) return 'test';
  if (isNear && partialFlagsInside.has(name)) return 'partial';
  if (!isRoot) return undefined;
  if (partialFlags.has(name)) return 'partial';
  if (spamFlags.has(name)) return 'spam';
  return testFlags.has(name) ? 'test' : undefined;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && trueWords.has(value));
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && day.test(value) && !value.startsWith('0000');
}

/** True for the id of another record; 0 and false stand for none. */
function isOtherRecord(value: unknown): boolean {
  return (typeof value === 'string' && !/^(?:0|false|null|none|)$/i.test(value.trim())) || Number(value) > 1;
}

const trueWords = wordSet('true 1 yes ja ano áno tak sí si sim oui evet igen da ναι nai kyllä jah taip jā');
const deletionRequests = /^(?:gdpr|dsgvo)?deletion(?:was)?requested$/;
/** Words that say of a record that it is gone, beside those for a deletion. */
const removed = wordSet('archived archiviert anonymized anonymised anonymisiert trashed');
const canceledFlags = wordSet(
  'cancelled canceled iscancelled iscanceled wascancelled wascanceled storniert iststorniert abgesagt annulé annulliert geannuleerd noshow isnoshow voided isvoid isvoided',
);
const canceledMoments = wordSet(
  'cancelledat canceledat cancelledon canceledon cancellationdate canceldate storniertam abgesagtam stornodatum annuléle',
);
const cancelReasons = wordSet('cancellationreason cancelreason cancelationreason stornogrund absagegrund');
const testFlags = wordSet(
  'test istest testmode testevent teste prueba prova essai zkušební deneme próba teszt testi δοκιμή testhändelse testereignis',
);
/** Those that mean nothing else in the object of an event: `data.isTest`. */
const testFlagsInside = wordSet(
  'istest istestmode testmode testevent istestevent istestsubmission istestresponse istestdata istestbooking issandbox sandboxmode testbuchung isttest',
);
const partialFlagsInside = wordSet('ispartial isincomplete isdraft isabandoned');
const liveFlags = wordSet('livemode islive live');
const partialFlags = wordSet('partial ispartial incomplete abandoned isdraft draft');
const mergeTargets = wordSet('mergedinto mergedintoid mergedto mergetarget mergedwith zusammengeführtmit');
const truncatedFlags = wordSet('truncated istruncated wastruncated payloadtruncated bodytruncated');
const spamFlags = wordSet('spam isspam markedasspam');

const day = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./] ?\d{1,2}[./] ?\d{4})/;
