import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { UpdateCustomer } from '../../inbox/call.ts';
import { birthdaysSent, type NamedPerson, type UnnamedPerson } from '../../inbox/named-person.ts';
import { type AnswerObject, textField } from './answer-body.ts';
import {
  type Agreement,
  compareEmails,
  compareMobiles,
  guardiansOf,
  type Names,
} from './compare-addresses.ts';
import { type BirthdayAgreement, compareBirthdays } from './compare-birthdays.ts';
import { areAlikeNames, isComparableName, wordsOfName } from './name-words.ts';
import { areAlikeFirstNames } from './short-names.ts';
import { differenceOfUnnamed } from './unnamed-person.ts';

/**
 * Returns the warning of an update that reached another customer than the person whom the event names (API document
 * 2.2). An update changes neither names nor addresses, so the response shows those of the customer before it; the
 * birthday before it is in the changes.
 */
export function otherPerson(
  call: UpdateCustomer,
  customer: AnswerObject,
  doubled: ReadonlySet<string>,
): Diagnostic | undefined {
  const { person, unnamed, id } = call;
  if (!(person || unnamed) || compared.some(name => doubled.has(name))) return undefined;
  const difference = person
    ? differenceOf(person, customer, call)
    : unnamed &&
      (differenceOfUnnamed(unnamed, customer, call) ?? differenceInFamily(unnamed, customer, call));
  if (difference === undefined) return person && otherFirstName(person, customer, call);
  const message = `the update was applied, but ${difference}`;
  const number = id.linked
    ? 'import its link with the right number (fieldbridge links import --replace)'
    : 'correct the number where the event takes it from, and its link if it has one';
  const hint = `look up the customer in the calendar; if it is somebody else, undo the changes there (the event lists them), ${number}, and replay the event with --again; if such events are right, add because: with the reason to \`id\``;
  return diagnostic('call/other-person', message, { hint, path: 'id' });
}

/** Returns the note about another first name, if neither an address nor a birthday is known of both to compare. */
function otherFirstName(
  person: NamedPerson,
  customer: AnswerObject,
  call: UpdateCustomer,
): Diagnostic | undefined {
  const names = namesOf(person, customer);
  if (!names || person.isPayer || names.isFirstSame || !names.isLastSame || !names.hasOtherFirst)
    return undefined;
  const agreements = [
    compareEmails(person, customer, names, call),
    compareMobiles(person, customer, names, call),
    compareBirthdays(birthdaysOf(person, call), customer),
  ];
  if (agreements.some(each => each !== 'unknown') || isKnownFirstName(person, customer, names))
    return undefined;
  const message = `the update was applied, but the first name of the customer is not that in the event (${person.at}), and the event has no e-mail address, mobile number or birthday to compare with those of the customer`;
  const hint =
    'look up the customer in the calendar; it may be somebody else of the same last name; if such events are right, add because: with the reason to `id`';
  return diagnostic('call/other-first-name', message, { hint, path: 'id' });
}

/** An event that has one name in its texts is compared like one that names the person, if only the first name differs. */
function differenceInFamily(
  { names, texts, emails, phones }: UnnamedPerson,
  customer: AnswerObject,
  call: UpdateCustomer,
): string | undefined {
  const [only, ...more] = names;
  if (!only || more.length > 0) return undefined;
  const own = { emails: emails.map(({ text }) => text), phones: phones.map(({ text }) => text) };
  const all = { emails: texts.filter(text => text.includes('@')), phones: texts };
  const person = { name: only.text, at: only.at, ...all, own, texts };
  const found = namesOf(person, customer);
  return found?.isLastSame && !found.isFirstSame ? differenceOf(person, customer, call) : undefined;
}

const compared = [
  'genderType',
  'firstName',
  'lastName',
  'name',
  'email',
  'mobile',
  'additionalFields',
  'changes',
];

/** Returns the properties that show another person, in words; undefined if it may be the same one. */
function differenceOf(person: NamedPerson, customer: AnswerObject, call: UpdateCustomer): string | undefined {
  const names = namesOf(person, customer);
  if (!names) return undefined;
  const { isFirstSame, isLastSame } = names;
  const email = compareEmails(person, customer, names, call);
  const mobile = compareMobiles(person, customer, names, call);
  const birthday = compareBirthdays(birthdaysOf(person, call), customer);
  const isOtherGender = hasOtherGender(person, customer);
  if (person.isPayer && (isFirstSame || isLastSame)) return undefined;
  if (person.isPayer) return ofOtherPayer(person, names, { email, mobile, birthday });
  if (!isFirstSame && !isLastSame)
    return ofOtherNames(person, names, { email, mobile, birthday, isOtherGender });
  const isOtherBirthday = isFirstSame ? birthday === 'other' : birthday === 'near' || birthday === 'other';
  const others = [
    ...(isOtherBirthday ? ['birthday'] : []),
    ...(email === 'other' ? ['e-mail address'] : []),
    ...(mobile === 'other' ? ['mobile number'] : []),
  ];
  if (isFirstSame) {
    // A new address alone, or a corrected birthday alone, is that of the same person.
    const isOther = isOtherBirthday && others.length > 1 && email !== 'same' && mobile !== 'same';
    const agreeing = isLastSame ? 'first and last name agree' : 'the first name agrees';
    return isOther ? ofSameName(others, person, agreeing) : undefined;
  }
  if (isKnownFirstName(person, customer, names)) return undefined;
  return ofOtherFirstName(person, names, [...others, ...(isOtherGender ? ['gender'] : [])]);
}

/** True if the event also has the first name of the customer, or if the customer has the person of the event as a parent. */
function isKnownFirstName({ texts = [] }: NamedPerson, customer: AnswerObject, names: Names): boolean {
  const { first, own, known, others } = names;
  const named = new Set(texts.flatMap(wordsOfName));
  if (first.some(word => others.has(word) || named.has(word))) return true;
  const rest = own.filter(word => !known.some(each => areAlikeNames(word, each)));
  const guardians = new Set(guardiansOf(customer).flatMap(wordsOfName));
  return rest.some(word => guardians.has(word));
}

/** A family shares its last name, so a second difference is needed. */
function ofOtherFirstName(
  person: NamedPerson,
  { hasOtherFirst }: Names,
  differing: readonly string[],
): string | undefined {
  return differing.length > 0 && hasOtherFirst
    ? notThose(['first name', ...differing], person, ', although the last name agrees')
    : undefined;
}

/** The last names differ too. One agreement is enough, unless two people with one address have two birthdays or genders. */
function ofOtherNames(
  person: NamedPerson,
  { known, others }: Names,
  { email, mobile, birthday, isOtherGender }: Agreements & { readonly isOtherGender: boolean },
): string | undefined {
  if (known.some(word => others.has(word))) return undefined;
  if (birthday === 'near' || birthday === 'other')
    return notThose(['first name', 'last name', 'birthday'], person, '');
  if (isOtherGender) return notThose(['first name', 'last name', 'gender'], person, '');
  if (email === 'same' || email === 'alike' || mobile === 'same') return undefined;
  return `first and last name of the customer are not those in the event (${person.at}), and no e-mail address or phone number agrees`;
}

/** Somebody else may pay, so the name alone proves nothing. */
function ofOtherPayer(
  person: NamedPerson,
  { known, others }: Names,
  { email, mobile, birthday }: Agreements,
): string | undefined {
  const isKnown = known.some(word => others.has(word)) || mobile === 'same' || birthday === 'same';
  if (isKnown || email === 'same' || email === 'alike') return undefined;
  const differing = [
    ...(birthday === 'near' || birthday === 'other' ? ['birthday'] : []),
    ...(email === 'other' ? ['e-mail address'] : []),
    ...(mobile === 'other' ? ['mobile number'] : []),
  ];
  return differing.length > 0 ? notThose(['first name', 'last name', ...differing], person, '') : undefined;
}

function notThose(differing: readonly string[], { at }: NamedPerson, although: string): string {
  const before = differing.includes('birthday') ? ' before the update' : '';
  return `${listed(differing)} of the customer${before} are not those in the event (${at})${although}`;
}

/** The paths of the name would be misleading: it agrees. */
function ofSameName(differing: readonly string[], { at }: NamedPerson, agreeing: string): string {
  const before = differing.includes('birthday') ? ' before the update' : '';
  return `${listed(differing)} of the customer${before} are not those in the event, although ${agreeing} (${at})`;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

interface Agreements {
  readonly email: Agreement;
  readonly mobile: Agreement;
  readonly birthday: BirthdayAgreement;
}

/** Returns the names to compare; undefined without a whole name on both sides, in the same letters. */
function namesOf(person: NamedPerson, customer: AnswerObject): Names | undefined {
  const first = wordsOfName(textField(customer, 'firstName') ?? '');
  const last = wordsOfName(textField(customer, 'lastName') ?? textField(customer, 'name') ?? '');
  const known = [...first, ...last];
  const own = wordsOfName(person.name);
  const areWhole = own.length > 1 && first.length > 0 && last.length > 0;
  if (!areWhole || ![...own, ...known].every(isComparableName)) return undefined;
  const isOfLast = (word: string) => last.some(each => areAlikeNames(word, each));
  const isLastSame = own.some(isOfLast);
  const parts = person.name.split(/[\s,]+/).map(part => part.replaceAll(/[^\p{L}-]/gu, ''));
  const rest = parts.filter(part => !wordsOfName(part).some(isOfLast));
  return {
    own,
    known,
    first,
    others: new Set((person.others ?? []).flatMap(wordsOfName)),
    // Short forms prove little beside another last name.
    isFirstSame: first.some(word =>
      own.some(each => (isLastSame ? areAlikeFirstNames(word, each) : areAlikeNames(word, each))),
    ),
    isLastSame,
    hasOtherFirst: rest.some(part => wordsOfName(part).length > 0) && !rest.some(part => part.length === 1),
  };
}

function birthdaysOf(person: NamedPerson, call: UpdateCustomer): readonly string[] {
  const sent = birthdaysSent(call).map(({ text }) => text);
  return sent.length > 0 ? sent : (person.own?.birthdays ?? []);
}

/** True for the form of address of a man at a woman or the reverse: of a couple, all else may be the same. */
function hasOtherGender({ own }: NamedPerson, customer: AnswerObject): boolean {
  const [gender, ...more] = own?.genders ?? [];
  const known = textField(customer, 'genderType');
  const isKnown = known === 'MALE' || known === 'FEMALE';
  return gender !== undefined && more.length === 0 && isKnown && known !== gender;
}
