import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { spellings } from '../diagnostics/spellings.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { isConsentName } from '../mapping/opt-out.ts';
import { namedRules } from '../mapping/rules-of.ts';
import { faxNumber } from './fax-number.ts';
import { computedOfOtherSide, inOtherMeasure } from './measures/other-measures.ts';
import { isOfAnimalInAccount } from './names/animal-of-account.ts';
import { isConsentOfGuardian, isOfChildInAccount } from './names/child-of-account.ts';
import { isForEmergencies } from './names/for-emergencies.ts';
import { fewestOnSubject, impliedSubject, subjectImplied, subjectItself } from './names/implied-subject.ts';
import { nameLikeness } from './names/name-likeness.ts';
import { plainWord, thingOf } from './names/name-words.ts';
import {
  animalSubject,
  belongsToPlace,
  guardianSubject,
  namesAnimal,
  otherSubject,
  ownersNamed,
  type Subjects,
  subjectsNamed,
  subjectsOfMost,
} from './names/other-subject.ts';
import type { OtherSubject } from './names/subjects.ts';
import { partsApart, personParts } from './parts-apart.ts';
import { isGuardianCustomer, type ValueOfField } from './people/guardian-as-customer.ts';
import { mixedPeople } from './people/mixed-people.ts';
import { ownPersonForOther } from './people/own-person.ts';
import { waysOfOthers } from './people/ways-of-others.ts';
import { allNamesOf, customerHolders, type RuleReading, ruleName, ruleReadingOf } from './rule-reading.ts';

/**
 * Warns about additional fields whose value belongs to somebody else or to another time by its name, such as
 * `birthdate: birthday_child`, is in another unit or currency, is another kind of number or the opposite side, and about parts of an address or of a person that come from two places of the payload.
 * It also reports a value that by its name belongs to another field of the mapping: `height: weight`.
 * `because` confirms a misleading name.
 */
export function fieldSubjects(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const holders = customerHolders(mapping);
  const rules = namedRules(mapping).flatMap(rule => {
    const reading = ruleReadingOf(rule, catalog);
    return reading ? [ofCustomer(reading, holders)] : [];
  });
  const among = {
    others: othersOf(catalog),
    about: subjectsOf(rules, othersOf(catalog)),
    isOfGuardian: isGuardianCustomer(rules.map(valueOfField), {
      fields: [...othersOf(catalog).values()],
      holders: holders.flat(),
    }),
  };
  const subjects = rules.flatMap(each => {
    const found = ofOther(each, among);
    return found.length > 0 ? found : inOtherMeasure(each);
  });
  const told = new Set(subjects.map(({ path }) => path));
  const computed = namedRules(mapping).flatMap(rule =>
    told.has(rule.path) ? [] : computedOfOtherSide(rule, catalog),
  );
  const toldOrComputed = new Set([...told, ...computed.map(({ path }) => path)]);
  return [
    ...subjects,
    ...computed,
    ...ofPeople(mapping, catalog).filter(({ path }) => !toldOrComputed.has(path)),
    ...crossed(
      rules.filter(({ path }) => !told.has(path)),
      rules,
    ),
    ...rules.flatMap(faxNumber),
    ...partsApart(rules),
  ];
}

function valueOfField({ path, field, value: { names, above = [] } }: RuleReading): ValueOfField {
  const wanted = field ? allNamesOf(field) : [path];
  return { read: [...names, ...above], wanted, isBirthday: field?.type === 'birthday' };
}

/** Returns the warnings about rules that mix or exchange people, one for a rule. */
function ofPeople(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const all = [
    ...mixedPeople(mapping),
    ...ownPersonForOther(mapping, catalog),
    ...waysOfOthers(mapping, catalog),
  ];
  return [...new Map(all.toReversed().map(each => [each.path, each])).values()].toReversed();
}

/** The fields of the account, and what the values of the mapping are about. */
interface Among {
  readonly others: ReadonlyMap<string, readonly string[]>;
  readonly about: Subjects;
  /** True if the customer is the mother or the father. */
  readonly isOfGuardian: boolean;
}

function othersOf(catalog: CatalogSnapshot | undefined): Among['others'] {
  return new Map((catalog?.fields ?? []).map(field => [field.keyName, allNamesOf(field)]));
}

function exceptOf(field: FieldConfiguration | undefined, others: Among['others']) {
  return [...others].flatMap(([key, names]) => (key === field?.keyName ? [] : [names]));
}

/** Returns the animal or the people that several values are about without naming them: the columns of a list of dogs. */
function subjectsOf(rules: readonly RuleReading[], others: Among['others']): Subjects {
  const found = rules.map(({ value, field }) =>
    field
      ? subjectItself(value) |
        subjectImplied(value, { names: allNamesOf(field), type: field.type }, exceptOf(field, others))
      : 0,
  );
  return subjectsOfMost(found, fewestOnSubject);
}

/** Returns a value without the keys above it that hold the number or the id of the customer: those of `owner.customer_no`. */
function ofCustomer(reading: RuleReading, holders: readonly (readonly string[])[]): RuleReading {
  const { names, above = [] } = reading.value;
  const held = holders.filter(steps => steps.every((step, at) => above[at] === step));
  const most = Math.max(0, ...held.map(steps => steps.length));
  return most === 0 ? reading : { ...reading, value: { names, above: above.slice(most) } };
}

function ofOther({ path, rule, written, value, field }: RuleReading, among: Among): readonly Diagnostic[] {
  if (!field && !personParts.has(path)) return [];
  const { type } = field ?? { type: 'text' };
  const names = field ? allNamesOf(field) : [path];
  const others = exceptOf(field, among.others);
  const subject = impliedSubject(value, { names, type, others, about: among.about });
  // The field may be about somebody else, and the value about the customer: the phone number for an emergency.
  const isOfField = subject === 'somebody-else' && otherSubject(value, nobodyElse) !== subject;
  const isRight =
    isOfAnimal(value, names, isOfField ? [] : others) ||
    isOfChild(value, names, others) ||
    (among.isOfGuardian && isOfGuardian(value, names));
  if (subject === 'somebody-else' && isRight) return [];
  if (isOfField && isMeantFor(field, value, names)) return [];
  const said = isOfField ? ofOthers : subject && saidOf(subject, names, value);
  // The address of a business customer may be that of the company.
  if (said === undefined || (!field && subject !== 'something-else')) return [];
  if (subject === 'something-else' && type === 'text' && !belongsToPlace(value)) return [];
  const name = ruleName(path);
  const message = `${name} reads ${written}, which by its name ${said}`;
  const hint = `read what stands for ${name}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/**
 * True if the value of a field about somebody else is right although its name does not say whose it is: a key such as `b_em` has no word,
 * the path is the keyName, and a box for emergencies is a consent of the customer.
 */
function isMeantFor(
  field: FieldConfiguration | undefined,
  value: RuleReading['value'],
  names: readonly string[],
): boolean {
  const hasWord = value.names.some(each => /\p{L}{3}/u.test(each));
  const isConsent = field?.type === 'checkbox' && names.some(isForEmergencies);
  return !hasWord || isConsent || hasKeyOfField(value, field);
}

/** True for a path that ends with the keyName of the field: `handler.name` for the field `handler.name`. */
function hasKeyOfField(
  { names: [own = ''], above = [] }: RuleReading['value'],
  field: FieldConfiguration | undefined,
): boolean {
  const [key = '', path = ''] = [field?.keyName ?? '', [...above, own].join(' ')].map(
    each => spellings(each)[0] ?? '',
  );
  return key.includes(' ') && (path === key || path.endsWith(` ${key}`));
}

/** True if a child is the customer of the account, or its parents give a consent. */
function isOfChild(
  { names: read, above = [] }: RuleReading['value'],
  names: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  const all = [...read, ...above];
  return (
    isOfChildInAccount(all, names, others) || (names.some(isConsentName) && isConsentOfGuardian(all, others))
  );
}

/** True if one of a value and a field is about a mother or a father, and the other one names nobody. */
function isOfGuardian({ names: read, above = [] }: RuleReading['value'], names: readonly string[]): boolean {
  const [one, other] = [ownersNamed([...read, ...above]), ownersNamed(names)];
  return (one | other) === guardianSubject && one !== other;
}

const ofOthers = 'belongs to the customer, and the field is about somebody else';

/** True for a question for the person who does something with an animal: "Wer bringt den Hund?" */
function asksWho(name: string): boolean {
  const isWho = spellings(name).some(each => whoever.test(each));
  return isWho && subjectsNamed([name]) === animalSubject;
}

const whoever =
  /^(?:bitte )?(?:wer|wen|wem|welche person|who|whom|which person|qui|quien|quem|chi|wie (?:brengt|haalt|komt|mag)|kto|vem|hvem)\b/;

/**
 * True if a value of the animal is right: the owner gives the consents for it, a question asks who brings it, and the account may be
 * about animals.
 */
function isOfAnimal(
  value: RuleReading['value'],
  names: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  return (
    (names.some(isConsentName) && value.names.some(namesAnimal)) ||
    value.names.some(asksWho) ||
    isOfAnimalInAccount(value, names, others)
  );
}

/** Returns the predicate of the warning. An emergency is no person in a consent. */
function saidOf(
  subject: OtherSubject,
  names: readonly string[],
  { names: read }: RuleReading['value'],
): string | undefined {
  const isLimited = subject === 'somebody-else' && names.some(isConsentName) && read.some(isForEmergencies);
  return isLimited ? 'is for emergencies alone' : words[subject];
}

/**
 * Warns about a value whose name is that of another field that the mapping sets: `height: Gewicht` beside `weight:
 * Größe`. If both read the same value, only if the field is about something else that is known: `medication: Allergien`
 * beside `allergies: Allergien`.
 */
function crossed(rules: readonly RuleReading[], all: readonly RuleReading[]): readonly Diagnostic[] {
  return rules.flatMap(reading => {
    const { path, rule, written, value, field } = reading;
    const [read = ''] = value.names;
    if (!field || likeness(read, field) >= stillAlike) return [];
    const other = all.find(
      each =>
        each !== reading &&
        each.field &&
        likeness(read, each.field) >= sameName &&
        !isOnlyDay(rule, each) &&
        (each.written !== written || allNamesOf(field).some(isKnownThing)),
    );
    if (!other) return [];
    const message = `${ruleName(path)} reads ${written}, which by its name is ${ruleName(other.path)}`;
    const hint = `read what stands for ${ruleName(path)}; if the name misleads, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** True for a value that a rule reads as a day, if the other field has none: "Betreuung von" beside "Betreuung (Stunden pro Tag)". */
function isOnlyDay({ as }: Rule, { rule, field }: RuleReading): boolean {
  return as === 'date' && rule.as !== 'date' && field?.type !== 'date' && field?.type !== 'birthday';
}

/** The likeness from which two names stand for the same, and from which they may. */
const sameName = 0.9;
const stillAlike = 0.3;

/** Returns how alike they are, also without a unit in parentheses: `Gewicht (kg)`. */
function likeness(read: string, field: FieldConfiguration): number {
  const names = allNamesOf(field).flatMap(name => [name, name.replace(/ ?\([^()]*\)/g, '')]);
  return Math.max(...names.map(name => nameLikeness(read, name)));
}

/** True for a name of a thing that most accounts have, other than ways to reach a person. */
function isKnownThing(name: string): boolean {
  const thing = thingOf((spellings(name)[0] ?? '').split(' ').map(plainWord));
  return thing !== undefined && !reaching.has(thing);
}

const reaching: ReadonlySet<string> = new Set(['phone', 'mobile', 'email', 'contact by', 'source']);

/** A field whose every other subject counts. */
const nobodyElse = { names: ['iban'], type: 'iban' } as const;

/** A negated question is reported for consents, where it matters. */
const words: Readonly<Record<OtherSubject, string | undefined>> = {
  'somebody-else': 'belongs to somebody else',
  'something-else': 'belongs to a company or a location',
  'other-time': 'is an earlier or later value',
  negated: undefined,
};
