import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { type NamedPerson, namesEmergency } from '../../../inbox/named-person.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { genderMeant } from '../../convert/gender-meant.ts';
import type { Mapping } from '../../mapping.ts';
import type { MappingInput } from '../evaluation.ts';
import {
  answersByName,
  hasFirstAndLast,
  isQuestionEntry,
  type NameInParts,
  namesInParts,
  namesOfQuestions,
} from '../question-entries.ts';
import { longestAddress, onlyEntry, shortTextOf } from '../short-text.ts';
import { allTexts } from '../unnamed/event-texts.ts';
import { type Contacts, ownContacts } from '../unnamed/own-contacts.ts';
import { holdersOf } from './holders-of.ts';
import { nameInPairs } from './names-in-pairs.ts';
import { ownKindOf, type PersonKey, personKeyOf } from './person-keys.ts';
import { plainName } from './plain-name.ts';

/**
 * Returns the person whom an event of an update names by a first and a last name, with all other names and addresses
 * in the event. Undefined if it names nobody for certain, or if the rule for `id` gives a reason.
 */
export function namedPerson(mapping: Mapping, input: MappingInput): NamedPerson | undefined {
  const own = holdersOf(mapping);
  if (!own) return undefined;
  const { payload } = input;
  const answers = input.answers && answersByName(input.answers);
  const parts = { payload, answers };
  const named = wholeNamesIn(parts, own);
  const payer = named.length === 0 ? payerIn(payload) : undefined;
  const holders = payer ? new Set([...own, ...payer]) : own;
  const [person, ...more] = payer ? wholeNamesIn(parts, holders) : named;
  // Most events name nobody, so the rest of them is not searched.
  if (!person) return undefined;
  const found: Found = {
    others: new Set(more.map(({ name }) => name)),
    emails: new Set(),
    phones: new Set(),
    own: { emails: new Set(), mobiles: new Set(), birthdays: new Set(), genders: new Set() },
    looked: 0,
  };
  const asked = namesOfQuestions(input.answers);
  for (const each of [payload, answers])
    if (isObject(each))
      collect(each, { steps: [], isName: false, isListed: false, isOwn: true, holders, asked }, found);
  const { emails, phones, looked } = found;
  const texts = allTexts([payload, input.answers], asked) ?? [];
  const contacts = ownContacts(mapping, input, { holders, readsPairs: !answers }, texts);
  const others = [...found.others].filter(each => !person.name.includes(each));
  const isTooMuch = others.length > mostNames || emails.size > mostAddresses || phones.size > mostAddresses;
  if (isTooMuch || looked > mostValues) return undefined;
  return {
    ...person,
    ...(payer && { isPayer: true }),
    ...(others.length > 0 && { others }),
    ...(emails.size > 0 && { emails: [...emails] }),
    ...(phones.size > 0 && { phones: [...phones] }),
    ...ownData(found.own, contacts),
    ...textsOfNames(texts),
  };
}

/** Returns the texts that may be the first name of the customer: of a child, in any answer. */
function textsOfNames(texts: readonly string[]): Pick<NamedPerson, 'texts'> {
  const names = texts.filter(text => /\p{L}{2}/u.test(text) && !/[@/]/.test(text));
  return names.length === 0 ? {} : { texts: names };
}

function wholeNamesIn(
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  holders: ReadonlySet<string>,
): readonly WholeName[] {
  const top = { steps: [], isName: false };
  return [
    ...(isObject(payload) ? wholeNames(payload, { ...top, readsPairs: !answers }, holders) : []),
    ...(answers ? wholeNames(answers, { ...top, steps: ['$answers'] }, holders) : []),
    ...(answers
      ? namesInParts(answers)
          .filter(({ name }) => mayBeName.test(name))
          .map(placedName)
      : []),
  ];
}

function placedName({ name, keys }: NameInParts): WholeName {
  return { name, at: keys.map(key => pathText(['$answers', key])).join(', ') };
}

/** Returns the objects on the way to the billing address of an order: `["order"]` and `["order","billing"]`. */
function payerIn(payload: unknown): readonly string[] | undefined {
  const isPayer = (key: string) => personKeyOf(key) === 'payer';
  const keys = isPlainObject(payload) ? Object.keys(payload).slice(0, mostKeys) : [];
  const own = keys.find(isPayer);
  if (own !== undefined) return [JSON.stringify([own])];
  for (const key of keys) {
    const value = isPlainObject(payload) ? ownValue(payload, key) : undefined;
    const below = isPlainObject(value) ? Object.keys(value).slice(0, mostKeys).find(isPayer) : undefined;
    if (below !== undefined) return [JSON.stringify([key]), JSON.stringify([key, below])];
  }
  return undefined;
}

function ownData(
  { emails: known, mobiles, birthdays: born, genders }: Found['own'],
  contacts: Contacts,
): Pick<NamedPerson, 'own'> {
  const emails = new Set([...known, ...contacts.emails]);
  const birthdays = new Set([...born, ...contacts.birthdays]);
  const phones = contacts.phones.filter(phone => !mobiles.has(phone));
  const own = {
    ...(emails.size > 0 && { emails: [...emails] }),
    ...(mobiles.size > 0 && { mobiles: [...mobiles] }),
    ...(phones.length > 0 && { phones }),
    ...(birthdays.size > 0 && { birthdays: [...birthdays] }),
    ...(genders.size > 0 && { genders: [...genders] }),
  };
  return Object.keys(own).length > 0 ? { own } : {};
}

/** Returns the first and last names in an object. Below the key of a person, its `name` is one too. */
export function namesInObject(object: object, key: string): readonly string[] {
  return wholeNames(object, { steps: [key], isName: false }, new Set()).map(({ name }) => name);
}

/** An event with more values, or with the names and addresses of more people, is not about one person. */
const mostValues = 5_000;
const mostNames = 200;
const mostAddresses = 40;
const mostKeys = 200;
const deepest = 8;
const longestName = 80;

type WholeName = Pick<NamedPerson, 'name' | 'at'>;

/** The names and addresses of anybody in an event. */
interface Found {
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

interface At {
  readonly steps: readonly string[];
  /** True in an object whose own key means a name: `{"name": {"first": ..., "last": ...}}`. */
  readonly isName: boolean;
  /** True if lists of pairs are read, because they are no answers. */
  readonly readsPairs?: boolean | undefined;
}

/** Returns the whole names in an object that has the data of the person, and in the objects below that have it too. */
function wholeNames(object: object, at: At, holders: ReadonlySet<string>): readonly WholeName[] {
  if (Array.isArray(object) || at.steps.length > deepest) return [];
  const found: WholeName[] = [];
  const own: Own = {};
  let isAbove = false;
  for (const key of Object.keys(object).slice(0, mostKeys)) {
    const value: unknown = ownValue(object, key);
    const kind = personKeyOf(key);
    if (kind !== undefined && shortTextOf(value) !== '') own[kind] ??= key;
    if (!isObject(value)) continue;
    isAbove ||= holders.has(JSON.stringify([...at.steps, key]));
    found.push(...namesBelow(value, key, at, holders));
  }
  const isBesideNumber = at.steps[0] === '$answers' || (holders.has(JSON.stringify(at.steps)) && !isAbove);
  const keys = keysOfName(object, { ...at, isBesideNumber }, own);
  const isNamed = keys.length > 0 && keys.every(key => mayBeName.test(shortTextOf(ownValue(object, key))));
  return isNamed ? [wholeName(object, at.steps, keys), ...found] : found;
}

function namesBelow(value: object, key: string, at: At, holders: ReadonlySet<string>): readonly WholeName[] {
  const kind = personKeyOf(key);
  const steps = [...at.steps, key];
  const ofPairs = at.readsPairs && Array.isArray(value) ? nameInPairs(value, steps) : undefined;
  if (ofPairs && mayBeName.test(ofPairs.name)) return [ofPairs];
  const isName = isNameKind(kind) || (kind === undefined && hasFirstAndLast(key, value));
  const isOfNumber = holders.has(JSON.stringify(steps));
  return isName || kind === 'holder' || kind === 'person' || isOfNumber
    ? wholeNames(isOfNumber ? onlyEntry(value) : value, { ...at, steps, isName }, holders)
    : [];
}

function isNameKind(kind: PersonKey | undefined): boolean {
  return kind === 'name' || kind === 'given' || kind === 'full';
}

/** The first property of each kind in an object of the person. */
type Own = { [kind in PersonKey]?: string };

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keysOfName(
  object: object,
  { steps, isName, isBesideNumber }: At & { readonly isBesideNumber: boolean },
  own: Own,
): readonly string[] {
  const textOf = (key: string) => shortTextOf(ownValue(object, key));
  const { first, last, ofLast } = partsOfName(own, isName);
  if (first !== undefined && last !== undefined) return [first, last];
  // Bitrix24 and MailerLite write the first name into `name`; with the last name in it, it is the whole one.
  if (ofLast !== undefined && own.name !== undefined)
    return textOf(own.name).includes(textOf(ofLast)) ? [own.name] : [own.name, ofLast];
  const full = keyOfFullName(steps, own);
  if (full !== undefined && /\S[\s,]+\S/.test(textOf(full))) return [full];
  const isOther = [full, first, ofLast].some(key => key !== undefined);
  const plain =
    isBesideNumber && !isOther ? plainName(Object.keys(object).slice(0, mostKeys), textOf) : undefined;
  return plain === undefined ? [] : [plain];
}

/** Returns the keys of the first and the last name; `ofLast`: that of a last name by itself, not of a `name`. */
function partsOfName(own: Own, isName: boolean): { first?: string; last?: string; ofLast?: string } {
  // Beside an address, `first` and `last` are names, too.
  const isBare = isName || own.email !== undefined;
  const ofLast = own.last ?? (isBare ? own['bare-last'] : undefined);
  const given = ofLast === undefined ? undefined : (own.given ?? own['beside-last']);
  const first = own.first ?? (isBare ? own['bare-first'] : undefined) ?? given;
  const last = ofLast ?? (first === undefined ? undefined : own.name);
  return withoutAbsent({ first, last, ofLast });
}

function keyOfFullName(steps: readonly string[], own: Own): string | undefined {
  const isAddressed = own.email !== undefined || own.phone !== undefined;
  const isPerson = isAddressed || personKeyOf(steps.at(-1) ?? '') === 'person';
  return own.full ?? (isPerson ? (own.name ?? own.given) : undefined);
}

function wholeName(object: object, steps: readonly string[], keys: readonly string[]): WholeName {
  const name = keys.map(key => shortTextOf(ownValue(object, key))).join(' ');
  return { name, at: keys.map(key => pathText([...steps, key])).join(', ') };
}

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
}

/** Collects all names and addresses in an object. */
function collect(object: object, where: Where, found: Found): void {
  const { steps, isName, isListed, isOwn } = where;
  const isList = Array.isArray(object);
  for (const key of keysOfPeople(object, isListed)) {
    found.looked += 1;
    if (found.looked > mostValues) return;
    const value: unknown = ownValue(object, key);
    const kind = isList ? undefined : personKeyOf(key);
    if (!isList && isOwn) noteOwn(key, shortTextOf(value), found.own);
    if (!isObject(value)) note(value, kind ?? (isListed || isName ? 'other' : undefined), found);
    else if (steps.length < deepest && !(isList && isQuestionEntry(value, where.asked)))
      collect(value, below(where, key, kind, isList), found);
  }
}

/** Returns the keys of an object or a list, without those of a contact for an emergency: partners share a link, and each is the contact of the other. */
function keysOfPeople(object: object, isListed: boolean): readonly string[] {
  if (Array.isArray(object)) return Object.keys(object);
  // The name of a whole form may have the word too.
  if (isListed && isContactForEmergencies(object)) return [];
  return Object.keys(object).filter(key => !namesEmergency(key));
}

/** True for an entry of a list whose label asks for the contact for an emergency. */
function isContactForEmergencies(object: object): boolean {
  return labels.some(key => namesEmergency(shortTextOf(ownValue(object, key))));
}

const labels = ['label', 'title', 'name', 'key', 'question', 'ref', 'id'];

function below(where: Where, key: string, kind: PersonKey | undefined, isList: boolean): Where {
  const steps = [...where.steps, key];
  const isHolder = kind === 'holder' || kind === 'person' || where.holders.has(JSON.stringify(steps));
  return {
    steps,
    isName: isNameKind(kind),
    isListed: isList || where.isListed,
    isOwn: where.isOwn && !isList && isHolder,
    holders: where.holders,
    asked: where.asked,
  };
}

/** Collects a value that belongs to the named person by its key. */
function noteOwn(key: string, text: string, { emails, mobiles, birthdays, genders }: Found['own']): void {
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
function note(value: unknown, kind: PersonKey | undefined, { others, emails, phones }: Found): void {
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
/** Placeholders, keys and questions are no names. */
const mayBeName = /^[^\d@<>{}[\]%$*/\\:;?_]{2,}$/;
