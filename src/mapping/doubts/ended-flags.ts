import { spellings } from '../../diagnostics/spellings.ts';

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
  if (isTrue(value)) return ofTrue(name, isRoot);
  if (isMoment(value) && deletedMoments.has(name)) return 'deleted';
  const isLiveMode = isRoot && liveFlags.has(name);
  return isLiveMode && (value === false || value === 'false') ? 'test' : undefined;
}

function isCanceled(name: string, value: unknown): boolean {
  if (isTrue(value)) return canceledFlags.has(name);
  if (isMoment(value)) return canceledMoments.has(name);
  return typeof value === 'string' && value.trim() !== '' && cancelReasons.has(name);
}

function ofTrue(name: string, isRoot: boolean): FlagSays | undefined {
  if (deletedFlags.test(name)) return 'deleted';
  if (truncatedFlags.has(name)) return 'truncated';
  if (!isRoot) return undefined;
  if (partialFlags.has(name)) return 'partial';
  if (spamFlags.has(name)) return 'spam';
  return testFlags.has(name) ? 'test' : undefined;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && trueWords.has(value));
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !value.startsWith('0000');
}

/** True for the id of another record; 0 and false stand for none. */
function isOtherRecord(value: unknown): boolean {
  return (typeof value === 'string' && !/^(?:0|false|null|none|)$/i.test(value.trim())) || Number(value) > 1;
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' ').flatMap(spellings));
const trueWords = setOf('true 1 yes ja');
const deletedFlags =
  /^(?:is|was)?(?:contact|client|customer|patient|person|lead|record|kunde|kontakt)?(?:deleted|archived|trashed|anonymi[sz]ed|gel(?:oe?|ö)scht|archiviert|anonymisiert)$|^(?:gdpr|dsgvo)?deletion(?:was)?requested$/;
const deletedMoments = setOf(
  'deletedat deletedon deletiondate archivedat archivedon anonymizedat trashedat gelöschtam',
);
const canceledFlags = setOf(
  'cancelled canceled iscancelled iscanceled wascancelled wascanceled storniert iststorniert abgesagt annulé annulliert geannuleerd noshow isnoshow voided isvoid isvoided',
);
const canceledMoments = setOf(
  'cancelledat canceledat cancelledon canceledon cancellationdate canceldate storniertam abgesagtam stornodatum annuléle',
);
const cancelReasons = setOf('cancellationreason cancelreason cancelationreason stornogrund absagegrund');
const testFlags = setOf('test istest testmode testevent');
const liveFlags = setOf('livemode islive live');
const partialFlags = setOf('partial ispartial incomplete abandoned isdraft draft');
const mergeTargets = setOf('mergedinto mergedintoid mergedto mergetarget mergedwith zusammengeführtmit');
const truncatedFlags = setOf('truncated istruncated wastruncated payloadtruncated bodytruncated');
const spamFlags = setOf('spam isspam markedasspam');
