import { editsWithin } from '../../diagnostics/edit-distance.ts';
import type { UpdateCustomer } from '../../inbox/call.ts';
import { isOfElse, isOfGuardian } from '../../inbox/keys-of-others.ts';
import { lettersOfKey, type NamedPerson } from '../../inbox/named-person.ts';
import { type AnswerObject, asObject, field, textField } from './answer-body.ts';
import { areAlikeNames, wordsOfName } from './name-words.ts';
import {
  areSameNumbers,
  comparedEmail,
  digitsOf,
  isOfNobody,
  isOtherPhone,
  namesOne,
} from './person-addresses.ts';

/** `alike`: one address may be another one of the same person. */
export type Agreement = 'same' | 'alike' | 'other' | 'unknown';

/** The name in an event and the name of the customer, in words as they are compared. */
export interface Names {
  /** The words of the name in the event. */
  readonly own: readonly string[];
  /** The words of the name of the customer. */
  readonly known: readonly string[];
  readonly first: readonly string[];
  /** The words of all other names in the event. */
  readonly others: ReadonlySet<string>;
  readonly isFirstSame: boolean;
  readonly isLastSame: boolean;
  /** True if the event has a first name beside the last name of the customer: neither an initial nor a double name. */
  readonly hasOtherFirst: boolean;
}

/** Compares the e-mail addresses of an event, and those that its update sets, with that of the customer. */
export function compareEmails(
  person: NamedPerson,
  customer: AnswerObject,
  names: Names,
  call: UpdateCustomer,
): Agreement {
  const email = textField(customer, 'email');
  const emails = person.emails ?? [];
  if (email === undefined) return emails.some(each => namesOne(each, names.known)) ? 'alike' : 'unknown';
  const plain = comparedEmail(email);
  if (emails.some(each => comparedEmail(each) === plain)) return 'same';
  const own = [...(person.own?.emails ?? []), ...emailsSent(call)]
    .map(comparedEmail)
    .filter(each => !isOfNobody(each));
  if (own.length > 0 && own.every(each => areOfTwo(each, plain, names))) return 'other';
  const rest = names.own.filter(word => !names.known.some(each => areAlikeNames(word, each)));
  if (names.isLastSame || names.isFirstSame) {
    // A family shares the last name, so only the first name shows whose address it is.
    if (emails.some(each => namesOne(each, names.first)) || namesOne(email, rest)) return 'alike';
  } else if (emails.some(each => namesOne(each, names.known)) || namesOne(email, names.own)) return 'alike';
  if (own.some(each => editsWithin(each, plain, 2) <= 2)) return 'alike';
  return own.length > 0 && !isOfNobody(plain) ? 'other' : 'unknown';
}

function emailsSent(call: UpdateCustomer): readonly string[] {
  return textsSent(call).filter(each => /^[^\s@]+@[^\s@]+$/.test(each));
}

/** True if each address has the first name of its own person: `julian@` in the event, `julia@` of the customer. */
function areOfTwo(email: string, known: string, names: Names): boolean {
  const { own, first, isFirstSame, isLastSame } = names;
  if (!isLastSame || isFirstSame || !isEmailOf(known, first)) return false;
  const last = names.known.filter(word => !first.includes(word));
  const others = own.filter(word => !first.includes(word) && !last.some(each => areAlikeNames(word, each)));
  const named = others.filter(word => isEmailOf(email, [word]));
  // Both of a couple may be in one address.
  return (
    named.length > 0 && !isEmailOf(without(email, named), first) && !isEmailOf(without(known, first), others)
  );
}

function without(email: string, names: readonly string[]): string {
  const words = wordsOfName(email.split('@', 1)[0] ?? '').join(' ');
  return names.reduce((left, name) => left.replace(name, ' '), words);
}

/** True if an e-mail address contains one of the names, short ones as words: `tim@`. */
function isEmailOf(email: string, names: readonly string[]): boolean {
  const [local = ''] = email.split('@', 1);
  const words = wordsOfName(local.replaceAll(/\d+/g, ' '));
  return namesOne(email, names) || words.some(word => names.includes(word));
}

/** Compares the phone numbers of an event, and those that its update sets, with the mobile number of the customer. */
export function compareMobiles(
  person: NamedPerson,
  customer: AnswerObject,
  { isFirstSame, isLastSame }: Names,
  call: UpdateCustomer,
): Agreement {
  const mobile = textField(customer, 'mobile') ?? mobileBefore(customer);
  if (mobile === undefined) return 'unknown';
  if ((person.phones ?? []).some(each => areSameNumbers(each, mobile))) return 'same';
  const sent = textsSent(call).filter(each => internationalNumber.test(each));
  const phones = [...(person.own?.phones ?? []), ...sent].filter(each => isOtherPhone(each, mobile));
  const own = [...(person.own?.mobiles ?? []), ...phones];
  const digits = digitsOf(mobile);
  if (own.length === 0 || digits.length < 6) return 'unknown';
  const isFamily = isLastSame && !isFirstSame;
  return own.some(each => areNearNumbers(digitsOf(each).slice(-9), digits.slice(-9), isFamily))
    ? 'alike'
    : 'other';
}

const internationalNumber = /^\+\d{7,15}$/;

/** A mistake in typing; but the numbers of a family often follow one another. */
function areNearNumbers(one: string, other: string, isFamily: boolean): boolean {
  if (editsWithin(one, other, 1) > 1) return false;
  const differing = [...one].flatMap((digit, at) => (digit === other[at] ? [] : [at]));
  const isNext = one.length === other.length && differing.every(at => at >= one.length - 2);
  return !(isFamily && isNext && differing.length === 1);
}

/** The texts that an update sets in fields of the customer, not of a parent or a doctor. */
function textsSent({ additionalFields }: UpdateCustomer): readonly string[] {
  return additionalFields.flatMap(({ key, change }) =>
    'set' in change && !isOfElse(key) ? [change.set.text.trim()] : [],
  );
}

/** Returns the mobile number in an account's own field, as it was before the update. */
function mobileBefore(customer: AnswerObject): string | undefined {
  const fields = listIn(customer, 'additionalFields').filter(each => {
    const key = textField(each, 'key') ?? '';
    return mobileField.test(lettersOfKey(key)) && !isOfElse(key);
  });
  const [only, ...more] = fields.map(each => textField(each, 'value'));
  // Which of several numbers is that of the customer is not known.
  if (only === undefined || more.length > 0) return undefined;
  const [change, ...others] = listIn(customer, 'changes').filter(
    each => textField(each, 'newValue') === only,
  );
  if (others.length > 0) return undefined;
  return change ? textField(change, 'originalValue') : only;
}

const mobileField = /mobil|handy|whatsapp|cellphone|movil|celular|cellulare/;

/** Returns the names of those who act for the customer, as the fields of the account have them. */
export function guardiansOf(customer: AnswerObject): readonly string[] {
  return listIn(customer, 'additionalFields').flatMap(each => {
    const value = textField(each, 'value');
    return value !== undefined && isOfGuardian(textField(each, 'key') ?? '') ? [value] : [];
  });
}

function listIn(customer: AnswerObject, name: string): readonly (AnswerObject | undefined)[] {
  const list = field(customer, name);
  return Array.isArray(list) ? list.slice(0, mostEntries).map(asObject) : [];
}

const mostEntries = 1_000;
