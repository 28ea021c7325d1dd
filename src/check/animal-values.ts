import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { onceFor } from '../diagnostics/once-for.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { namedRules } from '../mapping/rules-of.ts';
import { fewestOnAnimal, fitsAnimalToo, isOnAnimalOf } from './names/implied-subject.ts';
import { thingsIn } from './names/name-likeness.ts';
import { otherSubject } from './names/other-subject.ts';
import { allNamesOf, customerHolders, type RuleReading, ruleName, ruleReadingOf } from './rule-reading.ts';

/** A rule for a field of the account. */
type FieldReading = RuleReading & { readonly field: NonNullable<RuleReading['field']> };

/**
 * Warns about values that are probably those of the customer's animal: `birthdate: Geburtsdatum` in a list whose columns
 * `Rasse` and `Chip` are about the dog, while the account has a field for its birthday. It also warns about one value for
 * the birthdays of two people, or for a field of the customer and the same one of the animal. `because` confirms both.
 */
export function animalValues(mapping: Mapping, catalog: CatalogSnapshot): readonly Diagnostic[] {
  return found(mapping)(catalog);
}

/** Every event passes here. */
const found = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot): readonly Diagnostic[] => {
    const readings = namedRules(mapping).flatMap(rule => {
      const reading = ruleReadingOf(rule, catalog);
      return reading?.field ? [reading as FieldReading] : [];
    });
    const onAnimal = readings.filter(each => isUnnamedOfAnimal(each, catalog));
    const isOnAnimal = onAnimal.length >= fewestOnAnimal;
    const shared = readings.flatMap(each => ofTwo(each, readings, isOnAnimal) ?? []);
    if (!isOnAnimal) return shared;
    const told = new Set(shared.map(({ path }) => path));
    const others = ofAnimal(mapping, catalog, { readings, onAnimal });
    return [...shared, ...others.filter(({ path }) => !told.has(path))];
  }),
);

/** True for a value of the animal that does not name it: `Rasse`. */
function isUnnamedOfAnimal({ value, field }: FieldReading, { fields }: CatalogSnapshot): boolean {
  const names = allNamesOf(field);
  return isOnAnimalOf(value, { names, type: field.type }, namesExcept(fields, [field.keyName]));
}

function namesExcept(
  fields: CatalogSnapshot['fields'],
  keys: readonly string[],
): readonly (readonly string[])[] {
  return fields.flatMap(each => (keys.includes(each.keyName) ? [] : [allNamesOf(each)]));
}

function ofAnimal(
  mapping: Mapping,
  { fields }: CatalogSnapshot,
  {
    readings,
    onAnimal,
  }: { readonly readings: readonly FieldReading[]; readonly onAnimal: readonly FieldReading[] },
): readonly Diagnostic[] {
  const holders = customerHolders(mapping);
  return readings.flatMap(reading => {
    const { path, rule, written, value, field } = reading;
    const above = value.above ?? [];
    const isHeld = holders.some(steps => steps.every((step, at) => above[at] === step));
    const isSaid = [...above, ...value.names].some(each => ofCustomer.test(spellings(each)[0] ?? ''));
    // A field with a value of its own does not need this one.
    const set = readings.flatMap(each => (each.written === written ? [] : [each.field.keyName]));
    const names = allNamesOf(field);
    const fitting =
      isHeld || isSaid
        ? undefined
        : fields.find(
            each =>
              !set.includes(each.keyName) && fitsAnimalToo(value, { names, others: [allNamesOf(each)] }),
          );
    if (!fitting) return [];
    const examples = onAnimal.slice(0, 2).map(each => each.written);
    const message = `${ruleName(path)} reads ${written}, which may be that of the animal, since ${examples.join(' and ')} are about it: the account has ${visibleText(fitting.keyName)}`;
    const hint = `set ${visibleText(fitting.keyName)} in place of ${ruleName(path)}; if the value is that of the customer, add because: with the reason`;
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
  isOnAnimal: boolean,
): Diagnostic | undefined {
  const { field, written } = reading;
  const names = allNamesOf(field);
  const other = readings.find(each => {
    if (each.written !== written || each === reading) return false;
    const others = allNamesOf(each.field);
    if (fitsAnimalToo({ names }, { names, others: [others] })) return true;
    const isOther = otherSubject({ names: others }, { names, type: 'birthday' }) === 'somebody-else';
    return isOther && isBirthday(field) && isBirthday(each.field);
  });
  // Each pair is reported once, from the side of the customer.
  if (!other || isOfSomebody(names)) return undefined;
  // In a list about animals, the value is that of the animal.
  const [one, two] = isOnAnimal ? [reading, other] : [other, reading];
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
