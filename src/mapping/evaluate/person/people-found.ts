import { ownValue } from '../../../expressions/plain-value.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { namesEmergency } from '../../../inbox/named-person.ts';
import { genderMeant } from '../../convert/gender-meant.ts';
import { isQuestionEntry } from '../question-entries.ts';
import { longestAddress, shortTextOf } from '../short-text.ts';
import { isAnyObject, type LeavesOut } from '../unnamed/event-texts.ts';
import { isHolderAt } from './holders-of.ts';
import { ownKindOf, type PersonKey, personKeyOf } from './person-keys.ts';
import { isNameKind, mayBeName } from './whole-names.ts';

/** An event with more values is not about one person. */
export const mostValues = 5_000;
const deepest = 8;
const longestName = 80;

/** The names and addresses of anybody in an event. */
export interface PeopleFound {
  readonly others: Set<string>;
  readonly emails: Set<string>;
  readonly phones: Set<string>;
  /** The data of the named person itself. */
  readonly own: {
    readonly emails: Set<string>;
    readonly mobiles: Set<string>;
    readonly birthdays: Set<string>;
    readonly genders: Set<string>;
  };
  looked: number;
}

/** An object in an event. */
interface Where {
  readonly steps: readonly string[];
  /** True in an object whose own key means a name. */
  readonly isName: boolean;
  readonly isListed: boolean;
  /** True in an object that has the data of the person. */
  readonly isOwn: boolean;
  readonly holders: ReadonlySet<string>;
  /** The names of the questions of a form. */
  readonly asked: ReadonlySet<string>;
  /** Decides whether the value of a key is that of somebody who is not the customer. */
  readonly isLeftOut?: LeavesOut | undefined;
}

/** Collects all names and addresses in an object. */
export function collectPeople(object: object, where: Where, found: PeopleFound): void {
  const { steps, isName, isListed, isOwn } = where;
  const isList = Array.isArray(object);
  for (const key of keysOfPeople(object, where)) {
    found.looked += 1;
    if (found.looked > mostValues) return;
    const value: unknown = ownValue(object, key);
    const kind = isList ? undefined : personKeyOf(key);
    if (!isList && isOwn) noteOwn(key, shortTextOf(value), found.own);
    if (!isAnyObject(value)) note(value, kind ?? (isListed || isName ? 'other' : undefined), found);
    else if (steps.length < deepest && !(isList && isQuestionEntry(value, where.asked)))
      collectPeople(value, below(where, key, kind, isList), found);
  }
}

/**
 * Returns the keys of an object or a list, without those of a contact for an emergency (partners share a link, and each is the contact
 * of the other), and without those of somebody else.
 */
function keysOfPeople(object: object, { steps, isListed, isLeftOut }: Where): readonly string[] {
  if (Array.isArray(object)) return Object.keys(object);
  // The name of a whole form may have the word too.
  if (isListed && isContactForEmergencies(object)) return [];
  return Object.keys(object).filter(
    key => !namesEmergency(key) && !isLeftOut?.(key, steps, ownValue(object, key)),
  );
}

/** True for an entry of a list whose label asks for the contact for an emergency. */
function isContactForEmergencies(object: object): boolean {
  return labels.some(key => namesEmergency(shortTextOf(ownValue(object, key))));
}

const labels = ['label', 'title', 'name', 'key', 'question', 'ref', 'id'];

function below(where: Where, key: string, kind: PersonKey | undefined, isList: boolean): Where {
  const steps = [...where.steps, key];
  const isHolder = kind === 'holder' || kind === 'person' || isHolderAt(where.holders, steps);
  return {
    steps,
    isName: isNameKind(kind),
    isListed: isList || where.isListed,
    isOwn: where.isOwn && !isList && isHolder,
    holders: where.holders,
    asked: where.asked,
    isLeftOut: where.isLeftOut,
  };
}

/** Collects a value that belongs to the named person by its key. */
function noteOwn(
  key: string,
  text: string,
  { emails, mobiles, birthdays, genders }: PeopleFound['own'],
): void {
  const kind = text === '' ? undefined : ownKindOf(key);
  if (kind === 'email' && isEmail.test(text)) emails.add(text);
  else if (kind === 'mobile' && /\d{3}/.test(text)) mobiles.add(text);
  else if (kind === 'birthday') birthdays.add(text);
  else if (kind === 'gender') {
    const gender = genderMeant(text);
    if (gender === 'MALE' || gender === 'FEMALE') genders.add(gender);
  }
}

const isEmail = /^[^\s@]+@[^\s@]+$/;
/** Collects a value that may be a name or an address of anybody. */
function note(value: unknown, kind: PersonKey | undefined, { others, emails, phones }: PeopleFound): void {
  if (typeof value === 'number' && kind === 'phone') phones.add(String(value));
  if (typeof value !== 'string' || value.length > longestAddress) return;
  if (value.includes('@')) {
    if (isEmail.test(value.trim())) emails.add(value.trim());
  } else if (kind === 'phone' || (mayBePhone.test(value) && ownDigits(value) !== undefined)) {
    if (/\d{3}/.test(value)) phones.add(value.trim());
  } else if (kind !== undefined && value.length <= longestName && mayBeName.test(value))
    others.add(value.trim());
}

const mayBePhone = /^\s*[+0(]/;
