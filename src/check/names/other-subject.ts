import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import {
  births,
  bracketedConditions,
  companies,
  compounds,
  contactWords,
  due,
  employees,
  familyDoctors,
  fathers,
  further,
  insurers,
  ownPlaces,
  people,
} from './subject-words.ts';
import { type NameSubject, type OtherSubject, ofAnyField, subjects } from './subjects.ts';

/** The names of a value or a field, and the keys above it. */
export interface SubjectNames {
  /** Its own key, and the titles of its question. */
  readonly names: readonly string[];
  /** The keys above it, the outermost first. */
  readonly above?: readonly string[];
  /** The number of the keys above that hold the data of the customer, even if they name a place: `praxis.vorname`. */
  readonly ofCustomer?: number;
}

/** The kind of a field, as far as it matters for its subject. */
export interface SubjectField {
  readonly names: readonly string[];
  /** The type of the field in the account. */
  readonly type: string;
  /** True if a value without the person or the animal of the field may be about it: `Rasse` for the breed of a dog. */
  readonly isImplied?: boolean;
}

/**
 * Returns how a value differs from what a field is about, by their names: `Geburtsdatum Partner` is the birthday of
 * somebody else, `IBAN Salon` belongs to a company, `old_newsletter` is an earlier answer, and `kein Newsletter` asks
 * the opposite. Undefined if both are about the same, or the names do not show it.
 */
export function otherSubject(value: SubjectNames, field: SubjectField): OtherSubject | undefined {
  // A key `kind` alone is the English word.
  const own = union(value.names.filter(name => name !== 'kind').map(named));
  const wanted = union(field.names.map(named));
  const above = belowCustomer(value.above ?? []);
  const holders = union(above.map(holding));
  const inCustomer = belowCustomer((value.above ?? []).slice(value.ofCustomer ?? 0));
  const isOfCustomer =
    above.some(key => persons.test(key)) || value.names.some(name => ofCustomer.test(plain(name)));
  const places = isOfCustomer ? 0 : union(inCustomer.map(holding));
  const isFurther =
    people.some((_, at) => has(own | holders, at)) || value.names.some(name => further.test(plain(name)));
  const isOfDue = field.names.some(isDue) && !value.names.some(isDue);
  const asked = isOfDue ? subjects : ofAnyField;
  const found = asked.find((subject, at) => {
    const isNamed = has(own | (subject.isPlace ? places : holders), at);
    const isWanted = has(wanted, at) || (subject.isNext === true && field.names.some(isDue));
    if (
      isNamed &&
      (mayStandBeside(1 << at, (own | holders) & wanted, wanted) || mayStandFor(at, value, field))
    )
      return false;
    const isLacking = isWanted && subject.isExact && !isFurther && !(field.isImplied && at < people.length);
    const isOther = isNamed ? !isWanted : isLacking;
    if (!isOther) return false;
    return (subject.holdsAll && has(holders, at)) || concernsField(subject, field.type, wanted);
  });
  return found?.kind;
}

/**
 * True for a parent or a partner as the contact for an emergency or the companion, and for the child of a guardian: "Name der Mutter
 * des Kindes".
 */
function mayStandBeside(subject: Subjects, shared: Subjects, wanted: Subjects): boolean {
  const isContact = subject < 1 << people.length && has(wanted, emergencyAt);
  const isCompanion = (subject & familySubjects) !== 0 && has(wanted, companionAt);
  return isContact || isCompanion || (subject === childSubject && (shared & guardianSubject) !== 0);
}

/**
 * True for the contact for an emergency as a second number, the partner as the father or the reverse, and a child in a field about a
 * birth: "Geburtsgewicht", "Entbindung am".
 */
function mayStandFor(at: number, { names, above = [] }: SubjectNames, field: SubjectField): boolean {
  if (at === emergencyAt) return field.names.some(name => further.test(plain(name)));
  const isNamed = (words: RegExp, all: readonly string[]) => all.some(name => words.test(plain(name)));
  if (1 << at === childSubject) return isNamed(births, field.names);
  const [partner = /(?!)/] = people;
  return at === 0
    ? isNamed(fathers, field.names)
    : 1 << at === guardianSubject && isNamed(partner, field.names) && isNamed(fathers, [...names, ...above]);
}

function concernsField({ kind, concerns, isPlace }: NameSubject, type: string, wanted: Subjects): boolean {
  // The website of a person is often that of the company.
  if (kind === 'something-else' && !isPlace && type === 'link') return false;
  if (concerns === 'day') return days.has(type);
  return concerns === 'all' || contactTypes.has(type) || has(wanted, contactAt);
}

/** Sets of subjects, one bit for each. */
export type Subjects = number;

function union(all: readonly Subjects[]): Subjects {
  return all.reduce((one, other) => one | other, 0);
}

function has(all: Subjects, at: number): boolean {
  return (all & (1 << at)) !== 0;
}

/** The bit for a name of an address, a number or an account of a person. */
const contactAt = 30;
const known = new Map<string, Subjects>();
const mostKnown = 10_000;

/** Returns the subjects that a name contains. Accounts and payloads have the same names again and again. */
function named(name: string): Subjects {
  const before = known.get(name);
  if (before !== undefined) return before;
  const text = plain(name.slice(0, longestName).replace(bracketedConditions, ' '));
  const all = subjects.map(({ words }, at) => (words.test(text) ? 1 << at : 0));
  const found = union([...all, contactWords.test(text) ? 1 << contactAt : 0]);
  if (known.size > mostKnown) known.clear();
  known.set(name, found);
  return found;
}

/** Returns the subjects of a key that is only a word for them: `emergency_contact`, but not `salon_form`. */
function holding(key: string): Subjects {
  const found = named(key);
  const others = plain(key)
    .split(' ')
    .filter(word => !holdingWords.has(word));
  return others.every(word => (named(word) & found) !== 0) ? found : 0;
}

const holdingWords: ReadonlySet<string> = new Set(
  'address adresse anamnese by changed contact created data daten detail details history info kontakt modified next of person profile the to updated user'.split(
    ' ',
  ),
);

const plain = onceForText((name: string): string => {
  const text = spellings(name.slice(0, longestName).replace(/^x_(?:studio_)?/, ''))[0] ?? '';
  return text.replace(familyDoctors, 'doctor').replace(compounds, ' $&');
});

const longestName = 200;
/** A location or a shop below such a key is that of the person. */
const persons = /^(?:contact|person|profile|user|member|kontakt)s?$/;

/** A name that says so itself: `kunde_email`, `E-Mail des Kunden`. */
const ofCustomer = /\b(?:customers?|clients?|patient(?:en|in)?s?|kunden?|klant|gast)\b/;

/** Returns the keys below the key of the customer. They are about the customer, whatever the keys above it are. */
function belowCustomer(above: readonly string[]): readonly string[] {
  const at = above.findLastIndex(key =>
    /^(?:customer|client|patient|lead|subscriber|invitee|attendee|respondent|kunde|klant|gast)s?$/i.test(key),
  );
  return above.slice(at + 1);
}

/** True if a value belongs to a salon, a shop or the like by its name, and not to a company. */
export function belongsToPlace({ names, above = [] }: SubjectNames): boolean {
  const texts = [...names, ...above].map(plain);
  return (
    texts.some(each => ownPlaces.test(each)) &&
    !texts.some(each => companies.test(each) || insurers.test(each))
  );
}

/** The people beside the customer about whom a whole list may be: all but contacts for an emergency and companions. */
const listed = [
  [0, 'the partner'],
  [1, 'the child'],
  [2, 'the parents'],
  [3, 'a relative'],
  [people.length - 1, 'the animal'],
] as const;
const listedSubjects: Subjects = union(listed.map(([at]) => 1 << at));
/** The partner, parents and relatives. */
const familySubjects: Subjects = (1 << 0) | (1 << 2) | (1 << 3);
/** All people and animals, and the employees behind them. */
const ownerSubjects: Subjects = 2 ** (people.length + 1) - 1;
/** The set of animals alone. */
export const animalSubject: Subjects = 1 << (people.length - 1);

/** Returns the people and animals that names are about, without the customer: as a set of bits. */
export function subjectsNamed(names: readonly string[]): Subjects {
  return union(names.filter(name => name !== 'kind').map(named)) & listedSubjects;
}

/** Returns whom names are about, without the customer: relatives, contacts for an emergency, employees. As a set of bits. */
export function ownersNamed(names: readonly string[]): Subjects {
  return union(names.map(named)) & ownerSubjects;
}

/** Returns the words of a name without those for people and animals: `vorname` of `mutter_vorname`. */
export function wordsExcept(name: string): readonly string[] {
  const text = [...people, employees].reduce((left, each) => left.replace(each, ' '), plain(name));
  return text.split(' ').filter(word => word !== '');
}

/** Returns the subjects that are in at least `fewest` of these sets. */
export function subjectsOfMost(sets: readonly Subjects[], fewest: number): Subjects {
  const often = listed.filter(([at]) => sets.filter(each => has(each, at)).length >= fewest);
  return union(often.map(([at]) => 1 << at));
}

/** Returns the first of these subjects in words: "the child". */
export function subjectInWords(subjects: Subjects): string {
  return listed.find(([at]) => has(subjects, at))?.[1] ?? 'somebody else';
}

/** The sets of children and of their parents or guardians alone. */
export const childSubject: Subjects = 1 << 1;
export const guardianSubject: Subjects = 1 << 2;

/** True if a name is about an animal: `dog.chip`, "Name des Hundes". */
export function namesAnimal(name: string): boolean {
  return (subjectsNamed([name]) & animalSubject) !== 0;
}

/** Returns a name without the word for a person or an animal: `chip` for `dog.chip`. */
export function withoutSubject(name: string): string {
  const text = listed.reduce((left, [at]) => left.replace(people[at] ?? /(?!)/, ' '), plain(name));
  return text.trim();
}

/** True for a name of an address, a number or an account of a person, or of a birthday. */
export function namesContact(name: string): boolean {
  return contactWords.test(plain(name));
}

const emergencyAt = people.findIndex(each => each.test('emergency'));
const companionAt = people.findIndex(each => each.test('companion'));

const contactTypes: ReadonlySet<string> = new Set(['iban', 'bic', 'birthday', 'link', 'language']);
const days: ReadonlySet<string> = new Set(['date', 'birthday']);

/** True for the name of a day that something is due on or ends: "HU/AU fällig", `valid_until`. */
function isDue(name: string): boolean {
  return due.test(plain(name));
}
