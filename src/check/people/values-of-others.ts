import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import { fewestOnSubject, subjectImplied, subjectsFitting } from '../names/implied-subject.ts';
import { thingsIn } from '../names/name-likeness.ts';
import {
  animalSubject,
  otherSubject,
  type Subjects,
  subjectInWords,
  subjectsNamed,
  subjectsOfMost,
} from '../names/other-subject.ts';
import { allNamesOf, customerHolders, type RuleReading, ruleName, ruleReadingOf } from '../rule-reading.ts';

/** A rule for a field of the account. */
type FieldReading = RuleReading & { readonly field: NonNullable<RuleReading['field']> };

/**
 * Warns about values that are probably those of an animal or of somebody else: `birthdate: Geburtsdatum` in a list whose
 * columns `Rasse` and `Chip` are about the dog, while the account has a field for its birthday. It also warns about one
 * value for the birthdays of two people, or for a field of the customer and the same one of the animal. `because`
 * confirms both.
 */
export function valuesOfOthers(mapping: Mapping, catalog: CatalogSnapshot): readonly Diagnostic[] {
  return found(mapping)(catalog);
}

/** Every event passes here. */
const found = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot): readonly Diagnostic[] => {
    const { fields } = catalog;
    const readings = namedRules(mapping).flatMap(rule => {
      const reading = ruleReadingOf(rule, catalog);
      return reading?.field ? [reading as FieldReading] : [];
    });
    const implied = readings.map(({ value, field }) => {
      const names = allNamesOf(field);
      return subjectImplied(value, { names, type: field.type }, namesExcept(fields, [field.keyName]));
    });
    const about = subjectsOfMost(implied, fewestOnSubject);
    const shared = readings.flatMap(each => ofTwo(each, readings, about) ?? []);
    if (about === 0) return shared;
    const told = new Set(shared.map(({ path }) => path));
    const examples = (subjects: Subjects) =>
      readings.filter((_, at) => ((implied[at] ?? 0) & subjects) !== 0).map(({ written }) => written);
    const others = ofSubject(mapping, fields, { readings, about, examples });
    return [...shared, ...others.filter(({ path }) => !told.has(path))];
  }),
);

function namesExcept(
  fields: CatalogSnapshot['fields'],
  keys: readonly string[],
): readonly (readonly string[])[] {
  return fields.flatMap(each => (keys.includes(each.keyName) ? [] : [allNamesOf(each)]));
}

interface Readings {
  readonly readings: readonly FieldReading[];
  /** The animal or the people that several values are about without naming them. */
  readonly about: Subjects;
  /** Returns these values. */
  readonly examples: (subjects: Subjects) => readonly string[];
}

function ofSubject(
  mapping: Mapping,
  fields: CatalogSnapshot['fields'],
  { readings, about, examples }: Readings,
): readonly Diagnostic[] {
  const holders = customerHolders(mapping);
  return readings.flatMap(reading => {
    const { path, rule, written, value, field } = reading;
    const above = value.above ?? [];
    const isHeld = holders.some(steps => steps.every((step, at) => above[at] === step));
    const isSaid = [...above, ...value.names].some(each => ofCustomer.test(spellings(each)[0] ?? ''));
    // A field with a value of its own does not need this one.
    const set = readings.flatMap(each => (each.written === written ? [] : [each.field.keyName]));
    if (isHeld || isSaid) return [];
    const names = allNamesOf(field);
    const subjectsOf = (each: FieldReading['field']) =>
      set.includes(each.keyName) ? 0 : about & subjectsFitting(value, { names, others: [allNamesOf(each)] });
    const fitting = fields.find(each => subjectsOf(each) !== 0);
    if (!fitting) return [];
    const subjects = subjectsOf(fitting);
    const [one, two] = examples(subjects);
    const message = `${ruleName(path)} reads ${written}, which may be that of ${subjectInWords(subjects)}, as ${one} and ${two} are: the account has ${visibleText(fitting.keyName)}`;
    const hint = `set ${visibleText(fitting.keyName)} in place of ${ruleName(path)}; if it is that of the customer, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

const ofCustomer =
  /\b(?:customers?|clients?|patient(?:en|in)?|kund(?:e|en|in|innen)|klant|besitzer(?:in)?s?|(?:hunde|tier|katzen|pferde)?halter(?:in)?s?|owners?|eigentumer(?:in)?|personen?|ihr|ihre|your|uw|votre|dein)\b/;

/**
 * Warns about one value for two: two birthdays, or anything of the customer and of the animal. A couple may share
 * everything else.
 */
function ofTwo(
  reading: FieldReading,
  readings: readonly FieldReading[],
  about: Subjects,
): Diagnostic | undefined {
  const { field, written } = reading;
  const names = allNamesOf(field);
  const other = readings.find(each => {
    if (each.written !== written || each === reading) return false;
    const others = allNamesOf(each.field);
    const fitting = subjectsFitting({ names }, { names, others: [others] });
    if ((fitting & animalSubject) !== 0) return true;
    const isOther = otherSubject({ names: others }, { names, type: 'birthday' }) === 'somebody-else';
    return isOther && isBirthday(field) && isBirthday(each.field);
  });
  // Each pair is reported once, from the side of the customer.
  if (!other || isOfSomebody(names)) return undefined;
  // In a list about somebody else, the value is theirs.
  const isTheirs = (about & subjectsNamed(allNamesOf(other.field))) !== 0;
  const [one, two] = isTheirs ? [reading, other] : [other, reading];
  const message = `${ruleName(one.path)} reads ${written}, as ${ruleName(two.path)} does: one value for two`;
  const hint = `read each from a value of its own, or remove the rule that is wrong; if it is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: one.rule.base.place, path: one.path });
}

/** True for the names of a field about anybody else than the customer. */
function isOfSomebody(names: readonly string[]): boolean {
  return otherSubject({ names }, { names: ['birthday'], type: 'birthday' }) === 'somebody-else';
}

function isBirthday(field: FieldReading['field']): boolean {
  return allNamesOf(field).some(name => thingsIn(name).includes('birthdate'));
}
