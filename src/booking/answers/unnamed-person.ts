import { editsWithin } from '../../diagnostics/edit-distance.ts';
import type { UpdateCustomer } from '../../inbox/call.ts';
import { birthdaysSent, type PlacedText, type UnnamedPerson } from '../../inbox/named-person.ts';
import { type AnswerObject, textField } from './answer-body.ts';
import { compareBirthdays } from './compare-birthdays.ts';
import { areAlikeNames, isComparableName, wordsOfName } from './name-words.ts';
import {
  areSameNumbers,
  comparedEmail,
  digitsOf,
  isOfNobody,
  isOtherPhone,
  namesOne,
} from './person-addresses.ts';
import { areAlikeFirstNames } from './short-names.ts';

/**
 * Returns how the customer differs from the person of an event that names nobody under known keys, in words. Undefined if
 * one text in the event may be the customer's, or if nothing but the e-mail address differs: it may be a new one.
 */
export function differenceOfUnnamed(
  unnamed: UnnamedPerson,
  customer: AnswerObject,
  call: UpdateCustomer,
): string | undefined {
  const known = knownOf(customer);
  if (!known || unnamed.emails.length === 0) return undefined;
  const birthday = compareBirthdays(
    birthdaysSent(call).map(({ text }) => text),
    customer,
  );
  if (birthday === 'same' || unnamed.texts.some(text => mayBeOf(text, known))) return undefined;
  const names = unnamed.names.filter(({ text }) => !isSent(text, call));
  if (names.some(({ text }) => namesOne(known.email, wordsOfName(text)))) return undefined;
  // A name in other letters cannot be compared.
  const areComparable = !unnamed.texts.some(isInOtherLetters);
  const phones = areComparable ? unnamed.phones.filter(({ text }) => isOtherPhone(text, known.mobile)) : [];
  const birthdays = areComparable && birthday === 'other' ? birthdaysSent(call) : [];
  const further = [
    ...named('the name', names),
    ...named('the phone number', phones),
    ...named('the birthday', birthdays),
  ];
  if (further.length === 0) return undefined;
  const differing = [...named('the e-mail address', unnamed.emails), ...further];
  const all = `${differing.slice(0, -1).join(', ')} and ${differing.at(-1)}`;
  return `${all} in the event are not those of the customer before the update, and no other text in the event is like the first or last name of the customer`;
}

/** The customer before the update. An update changes neither names nor addresses. */
interface Known {
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** As it is compared. */
  readonly email: string;
  readonly mobile: string | undefined;
}

/** Undefined if the customer has no whole name in Latin letters or no e-mail address of their own. */
function knownOf(customer: AnswerObject): Known | undefined {
  const first = wordsOfName(textField(customer, 'firstName') ?? '');
  const last = wordsOfName(textField(customer, 'lastName') ?? textField(customer, 'name') ?? '');
  const email = comparedEmail(textField(customer, 'email') ?? '');
  const isWhole = first.length > 0 && last.length > 0 && [...first, ...last].every(isComparableName);
  if (!isWhole || !email.includes('@') || isOfNobody(email)) return undefined;
  return { first, last, email, mobile: textField(customer, 'mobile') };
}

/** True if a text may be the name or an address of the customer. */
function mayBeOf(text: string, known: Known): boolean {
  const emails = text.match(addresses) ?? [];
  if (emails.some(email => isLikeEmail(comparedEmail(email), known))) return true;
  if (emails.length > 0) return false;
  const { mobile } = known;
  if (mobile !== undefined && /\d{3}/.test(text) && areLikePhones(text, mobile)) return true;
  const words = wordsOfName(text);
  const all = [...known.first, ...known.last];
  // In a sentence, many a word is like a short form of some name.
  return words.some(word =>
    words.length > mostOfName ? all.some(each => areAlikeNames(word, each)) : isName(word, known),
  );
}

const mostOfName = 3;

const addresses = /[^\s@<>()[\],;:"']{1,100}@[^\s@<>()[\],;:"']{3,200}/g;

function isName(word: string, { first, last }: Known): boolean {
  if ([...first, ...last].some(each => areAlikeNames(word, each))) return true;
  return word.length >= 3 && first.some(each => areAlikeFirstNames(word, each));
}

/** A new address of the customer often contains the name, a part of it or a short form: `lindq77@`, `maxi.w@`. */
function isLikeEmail(email: string, known: Known): boolean {
  if (editsWithin(email, known.email, 2) <= 2) return true;
  const names = [...known.first, ...known.last];
  const [local = ''] = email.split('@', 1);
  const words = wordsOfName(local.replaceAll(/\d+/g, ' '));
  return namesOne(email, names) || words.some(word => word.length >= 3 && isName(word, known));
}

function areLikePhones(text: string, mobile: string): boolean {
  if (areSameNumbers(text, mobile)) return true;
  const [one, other] = [text, mobile].map(each => digitsOf(each).slice(-9));
  return (one?.length ?? 0) >= 6 && editsWithin(one ?? '', other ?? '', 1) <= 1;
}

/** True if the mapping sends the text as the value of a field or as the status: a city, a course. */
function isSent(text: string, { additionalFields, customerStatus }: UpdateCustomer): boolean {
  const sent = additionalFields.flatMap(({ change }) => ('set' in change ? [change.set.text] : []));
  const wanted = text.toLowerCase();
  return [...sent, ...(customerStatus ? [customerStatus.text] : [])].some(
    each => each.trim().toLowerCase() === wanted,
  );
}

function isInOtherLetters(text: string): boolean {
  const words = text.length <= longestName ? wordsOfName(text) : [];
  return words.length > 0 && words.length <= mostOfName && words.some(word => !/[a-z]/.test(word));
}

const longestName = 80;

function named(noun: string, found: readonly PlacedText[]): readonly string[] {
  return found.length === 0 ? [] : [`${noun} (${found.map(({ at }) => at).join('; ')})`];
}
