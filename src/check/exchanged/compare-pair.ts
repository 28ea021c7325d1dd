import { spellings } from '../../diagnostics/spellings.ts';
import { whyNoMobile } from '../../expressions/convert/phone-kind.ts';
import type { PairSign } from '../../lists/exchanged-values.ts';
import { isEarlier } from '../names/negated-name.ts';
import { type ComparableValue, comparableValue } from './comparable-value.ts';

/** The value that a row sends to a field, and the one that its customer had there before. */
export interface ComparedField {
  /** All names of the field. */
  readonly names: readonly string[];
  /** Its type in the account, if it is known. */
  readonly type: string | undefined;
  readonly sent: string;
  readonly before: string | undefined;
}

/**
 * Returns what a row shows about two fields whose values may be exchanged: each has the value that the customer had in the other
 * one (`exact`), one of them has (`one-sided`), or the same for values that are often equal (`likely`); `against`: a value stays.
 * `neither`: both values are new. Undefined if the row cannot be compared.
 */
export function comparePair(one: ComparedField, other: ComparedField): PairSign | undefined {
  const [sentOne, sentOther] = [one, other].map(each => comparableValue(each.sent, each.type));
  if (!sentOne || !sentOther || !isAlike(sentOne, sentOther) || sentOne.key === sentOther.key)
    return undefined;
  const sent = { one: sentOne, other: sentOther };
  const before = { one: beforeOf(one, sentOne), other: beforeOf(other, sentOther) };
  if ((before.one ?? before.other) === undefined || before.one?.key === before.other?.key) return undefined;
  const isSuccession = [one, other].some(({ names }) => names.some(isOfSuccession));
  const sign =
    sent.one.kind === 'number'
      ? compareNumbers(sent, before, isSuccession)
      : compareTexts(sent, before, { isSuccession, fields: { one, other } });
  return sign ?? 'neither';
}

interface Both<Value> {
  readonly one: Value;
  readonly other: Value;
}

function beforeOf(field: ComparedField, sent: ComparableValue): ComparableValue | undefined {
  const before = field.before === undefined ? undefined : comparableValue(field.before, field.type);
  return before && isAlike(before, sent) ? before : undefined;
}

/** True for values of one kind. A name of a person may stand in place of the short one of an animal. */
function isAlike(one: ComparableValue, other: ComparableValue): boolean {
  if (one.kind === other.kind) return true;
  return [one, other].every(({ kind, isShort }) => kind === 'text' || isShort);
}

/** True for a field that takes over the value of another one in time: the last visit, the next one, the former number, the year before. */
function isOfSuccession(name: string): boolean {
  if (name.length > longestName) return true;
  return spellings(name).some(each => isEarlier(each) || succession.test(each));
}

const longestName = 150;
const succession =
  /\b(?:(?:vor)?letzt\w*|last|latest|nachst\w*|next|neu\w*|new|second(?:ary)?|zweit\w*|weitere\w*|other|vorjahr\w*|prev(?:ious)?|initial|start\w*|aktuell\w*|current)\b/;

function compareTexts(
  sent: Both<ComparableValue>,
  before: Both<ComparableValue | undefined>,
  { isSuccession, fields }: { readonly isSuccession: boolean; readonly fields: Both<ComparedField> },
): PairSign | undefined {
  const areFew = [sent.one, sent.other].every(({ kind }) => kind === 'few');
  const { kind } = sent.one;
  if (sent.one.key === before.one?.key || sent.other.key === before.other?.key) return 'against';
  const isOne = sent.one.key === before.other?.key;
  const isOther = sent.other.key === before.one?.key;
  if (isOne && isOther) return areFew ? 'likely' : 'exact';
  const proves = (isOne && sent.one.kind !== 'few') || (isOther && sent.other.kind !== 'few');
  if (!proves) return undefined;
  if (kind === 'phone' && suitsKinds(fields)) return undefined;
  // The day of the next visit becomes that of the last one: the order of the two stays.
  if (kind === 'day') return isTurned(sent, before) ? 'one-sided' : undefined;
  return isSuccession ? undefined : 'one-sided';
}

/** True if the later day of the two is now that of the other field. */
function isTurned(sent: Both<ComparableValue>, before: Both<ComparableValue | undefined>): boolean {
  const [one, other] = [before.one?.size, before.other?.size];
  if (one === undefined || other === undefined) return false;
  return (sent.one.size ?? 0) < (sent.other.size ?? 0) !== one < other;
}

/** True if a mobile number moves to a field for mobile numbers, and a landline number leaves it: a list that was tidied up. */
function suitsKinds({ one, other }: Both<ComparedField>): boolean {
  const [forMobile, forAny] = isForMobile(one) ? [one, other] : [other, one];
  return (
    isForMobile(forMobile) &&
    !isForMobile(forAny) &&
    whyNoMobile(forMobile.sent) === undefined &&
    whyNoMobile(forAny.sent) !== undefined
  );
}

function isForMobile({ names }: ComparedField): boolean {
  return names.some(name => /mobil|mobiel|handy|natel|cell|gsm|whatsapp/i.test(name));
}

/** Numbers change in most rows, so they are compared by their distance. */
function compareNumbers(
  sent: Both<ComparableValue>,
  before: Both<ComparableValue | undefined>,
  isSuccession: boolean,
): PairSign | undefined {
  const straight = distances(sent.one, before.one, sent.other, before.other);
  const crossed = distances(sent.one, before.other, sent.other, before.one);
  const known = straight.length;
  if (straight.includes(0)) return 'against';
  const [nearest, farthest] = [Math.min(...straight), Math.max(...crossed)];
  const isLarge = Math.max(Math.abs(sent.one.size ?? 0), Math.abs(sent.other.size ?? 0)) >= leastLarge;
  if (known === 2 && farthest === 0) return isLarge && nearest >= leastApart ? 'exact' : 'likely';
  if (isSuccession) return undefined;
  if (known === 1) return compareOne(sent, before);
  // The height of a customer stays, and the points beside it grow.
  if (nearest >= leastApart && isLarge && crossed.includes(0) && farthest * 1.5 <= nearest)
    return 'one-sided';
  if (nearest >= leastApart && farthest * 3 <= nearest) return 'likely';
  return Math.max(...straight) * 3 <= Math.min(...crossed) ? 'against' : undefined;
}

/** A smaller number is often that of another field by chance. */
const leastLarge = 10;
const leastApart = 0.25;

/** Compares both numbers with the only one that is known before. */
function compareOne(
  sent: Both<ComparableValue>,
  before: Both<ComparableValue | undefined>,
): PairSign | undefined {
  const [own, strange, known] = before.one
    ? [sent.one, sent.other, before.one]
    : [sent.other, sent.one, before.other];
  const [ofOwn, ofStrange] = [distance(own, known), distance(strange, known)];
  if (ofOwn === undefined || ofStrange === undefined) return undefined;
  if (ofOwn >= leastApart && ofStrange * 4 <= ofOwn) return 'likely';
  return ofOwn * 4 <= ofStrange ? 'against' : undefined;
}

function distances(...[a, x, b, y]: readonly (ComparableValue | undefined)[]): readonly number[] {
  return [distance(a, x), distance(b, y)].filter(each => each !== undefined);
}

/** Returns the distance of two numbers as a share of the larger one. */
function distance(one: ComparableValue | undefined, other: ComparableValue | undefined): number | undefined {
  if (one?.size === undefined || other?.size === undefined) return undefined;
  if (one.size === other.size) return 0;
  return Math.abs(one.size - other.size) / Math.max(Math.abs(one.size), Math.abs(other.size));
}
