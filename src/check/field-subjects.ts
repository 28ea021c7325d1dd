import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { onceFor } from '../diagnostics/once-for.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../mapping/rules-of.ts';
import { findField } from './call/field-key.ts';
import { nameLikeness } from './names/name-likeness.ts';
import { plainWord, thingOf } from './names/name-words.ts';
import { belongsToPlace, type OtherSubject, otherSubject, type SubjectNames } from './names/other-subject.ts';
import { otherCurrency, otherQuantity } from './names/quantities.ts';
import { areOppositeSides } from './names/sides.ts';
import { otherUnit } from './names/units.ts';

/**
 * Warns about additional fields whose value belongs to somebody else or to another time by its name, such as
 * `birthdate: birthday_child`, is in another unit or currency, is another kind of number or the opposite side, and about parts of an address or of a person that come from two places of the payload.
 * It also reports a value that by its name belongs to another field of the mapping: `height: weight`.
 * `because` confirms a misleading name.
 */
export function fieldSubjects(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const rules = namedRules(mapping).flatMap(rule => readingOf(rule, catalog) ?? []);
  const subjects = rules.flatMap(each => {
    const found = [...ofOther(each), ...inOtherCurrency(each), ...ofOtherSide(each)];
    return found.length > 0 ? found : [...inOtherUnit(each), ...ofOtherQuantity(each)];
  });
  const told = new Set(subjects.map(({ path }) => path));
  return [
    ...subjects,
    ...crossed(
      rules.filter(({ path }) => !told.has(path)),
      rules,
    ),
    ...rules.flatMap(ofFax),
    ...apart(
      rules.flatMap(each => partOf(addressParts, each)),
      { whole: 'an address', kindOf: placeOf },
    ),
    ...apart(
      rules.flatMap(each => (personParts.has(each.path) ? [each] : [])),
      { whole: 'the data of one person', kindOf: relativeOf },
    ),
  ];
}

/** Returns the part of these warnings that concerns units, currencies, kinds of numbers and sides, for each event and preview. */
export function otherMeasures(mapping: Mapping, catalog: CatalogSnapshot): readonly Diagnostic[] {
  return measuresOf(mapping)(catalog);
}

/** Every event passes here, and a catalog changes seldom. */
const measuresOf = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot) =>
    namedRules(mapping)
      .flatMap(rule => readingOf(rule, catalog) ?? [])
      .flatMap(each =>
        [inOtherCurrency, inOtherUnit, ofOtherQuantity, ofOtherSide].flatMap(find => find(each)).slice(0, 1),
      ),
  ),
);

/** A rule that only reads one value. */
interface Reading extends NamedRule {
  /** The rule as it is written, without its key. */
  readonly written: string;
  readonly value: SubjectNames;
  /** Missing for a parameter. */
  readonly field?: FieldConfiguration;
}

function readingOf(named: NamedRule, catalog: CatalogSnapshot | undefined): Reading | undefined {
  const { path, rule } = named;
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0 || rule.because !== undefined) return undefined;
  const steps = expression.answer === undefined ? (expression.path ?? []) : [];
  const own = expression.answer ?? steps.at(-1);
  if (own === undefined || steps[0]?.startsWith('$')) return undefined;
  const key = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : undefined;
  const field = key === undefined ? undefined : catalog && findField(key, catalog);
  return {
    ...named,
    written: beginning(expression).replace(/^\w+: /, ''),
    value: { names: [own], above: steps.slice(0, -1).map(String) },
    ...(field && { field }),
  };
}

const fieldPath = 'additionalFields.';

function ofOther({ path, rule, written, value, field }: Reading): readonly Diagnostic[] {
  if (!field && !personParts.has(path)) return [];
  const { type } = field ?? { type: 'text' };
  const subject = otherSubject(value, { names: field ? namesOf(field) : [path], type });
  // The field may be about somebody else, and the value about the customer: the phone number for an emergency.
  const isOfField = subject === 'somebody-else' && otherSubject(value, nobodyElse) !== subject;
  const said = isOfField
    ? 'belongs to the customer, and the field is about somebody else'
    : subject && words[subject];
  // The address of a business customer may be that of the company.
  if (said === undefined || (!field && subject !== 'something-else')) return [];
  if (subject === 'something-else' && type === 'text' && !belongsToPlace(value)) return [];
  const name = named(path);
  const message = `${name} reads ${written}, which by its name ${said}`;
  const hint = `read what stands for ${name}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/**
 * Warns about a value whose name is that of another field that the mapping sets: `height: Gewicht` beside `weight:
 * Größe`. If both read the same value, only if the field is about something else that is known: `medication: Allergien`
 * beside `allergies: Allergien`.
 */
function crossed(rules: readonly Reading[], all: readonly Reading[]): readonly Diagnostic[] {
  return rules.flatMap(reading => {
    const { path, rule, written, value, field } = reading;
    const [read = ''] = value.names;
    if (!field || likeness(read, field) >= stillAlike) return [];
    const other = all.find(
      each =>
        each !== reading &&
        each.field &&
        likeness(read, each.field) >= sameName &&
        (each.written !== written || namesOf(field).some(isKnownThing)),
    );
    if (!other) return [];
    const message = `${named(path)} reads ${written}, which by its name is ${named(other.path)}`;
    const hint = `read what stands for ${named(path)}; if the name misleads, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** The likeness from which two names stand for the same, and from which they may. */
const sameName = 0.9;
const stillAlike = 0.3;

/** Returns how alike they are, also without a unit in parentheses: `Gewicht (kg)`. */
function likeness(read: string, field: FieldConfiguration): number {
  const names = namesOf(field).flatMap(name => [name, name.replace(/ ?\([^()]*\)/g, '')]);
  return Math.max(...names.map(name => nameLikeness(read, name)));
}

/** True for a name of a thing that most accounts have, other than ways to reach a person. */
function isKnownThing(name: string): boolean {
  const thing = thingOf((spellings(name)[0] ?? '').split(' ').map(plainWord));
  return thing !== undefined && !reaching.has(thing);
}

const reaching: ReadonlySet<string> = new Set(['phone', 'mobile', 'email', 'contact by', 'source']);

/** A fax number is no number to call. */
function ofFax({ path, rule, written, value, field }: Reading): readonly Diagnostic[] {
  const names = field ? namesOf(field) : [path];
  const isPhone = field === undefined ? phones.has(path) : names.some(each => phone.test(plain(each)));
  const isRead = value.names.some(each => fax.test(plain(each)));
  if (!isPhone || !isRead || names.some(each => fax.test(plain(each)))) return [];
  const message = `${named(path)} reads ${written}, which by its name is a fax number`;
  const hint = 'read the phone number; if the name misleads, add because: with the reason';
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

const fax = /^(?:tele)?fax|fax(?:n(?:umme|umbe)?r)?$/;
const phone = /tele?f|phone|fon|mobil|handy|festnetz|gsm|rufnummer/;
const phones: ReadonlySet<string> = new Set(['mobile', 'phone']);

/** Warns about a value that is in another unit than its field by their names. */
function inOtherUnit({ path, rule, written, value, field }: Reading): readonly Diagnostic[] {
  if (!field || rule.lookup) return [];
  const found = otherUnit(value.names.join(' '), namesOf(field));
  if (!found) return [];
  const name = path.slice(fieldPath.length);
  const message = `${name} reads ${written}, which by its name is in ${found.from}, and the field is in ${found.to}`;
  const hint = `write from: ${written} ${found.cure}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** Warns about a value of the opposite side by its name: the right eye for the left one, `bis` for "von". */
function ofOtherSide({ path, rule, written, value, field }: Reading): readonly Diagnostic[] {
  if (!path.startsWith(fieldPath)) return [];
  const names = field ? namesOf(field) : [named(path)];
  if (!areOppositeSides(names, value.names, value.above)) return [];
  const message = `${named(path)} reads ${written}, which by its name is the opposite side`;
  const hint = `read what stands for ${named(path)}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** A field whose every other subject counts. */
const nobodyElse = { names: ['iban'], type: 'iban' } as const;

/** Warns about an amount that is in another currency than its field by their names. */
function inOtherCurrency({ path, rule, written, value, field }: Reading): readonly Diagnostic[] {
  const found = field && otherCurrency([...(value.above ?? []), ...value.names], namesOf(field));
  if (!found || rule.lookup) return [];
  const name = named(path);
  const message = `${name} reads ${written}, which by its name is in ${found.from}, and the field is in ${found.to}`;
  const hint = `read an amount in ${found.to}, or convert it in the rule; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** Warns about a number of another kind than its field by their names: a count for a revenue. */
function ofOtherQuantity({ path, rule, written, value, field }: Reading): readonly Diagnostic[] {
  const called =
    field && otherQuantity(isOfRecord(value) ? 'order number' : value.names.join(' '), namesOf(field));
  if (called === undefined || rule.lookup) return [];
  const name = named(path);
  const message = `${name} reads ${written}, which by its name is ${called}`;
  const hint = `read what stands for ${name}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** True for the number of an order or of the whole event. Elsewhere, `number` may be any number. */
function isOfRecord({ names: [name = ''], above = [] }: SubjectNames): boolean {
  const isBare = /^(?:number|nummer|nr|no|id)$/i.test(name);
  return (
    isBare &&
    above.every(each =>
      /^(?:data|payload|body|order|bestellung|auftrag|invoice|rechnung|record)$/i.test(each),
    )
  );
}

/** A negated question is reported for consents, where it matters. */
const words: Readonly<Record<OtherSubject, string | undefined>> = {
  'somebody-else': 'belongs to somebody else',
  'something-else': 'belongs to a company or a location',
  'other-time': 'is an earlier or later value',
  negated: undefined,
};

function namesOf({ keyName, name, names = {} }: FieldConfiguration): readonly string[] {
  return [keyName, name, ...Object.values(names)];
}

/** Warns about the parts that come from another place than most, or than the first of two. */
function apart(
  parts: readonly Reading[],
  { whole, kindOf }: { readonly whole: string; readonly kindOf: (reading: Reading) => string },
): readonly Diagnostic[] {
  const kinds = Map.groupBy(parts, kindOf);
  const [most, ...others] = [...kinds.values()].toSorted((one, other) => other.length - one.length);
  const [first] = most ?? [];
  if (!first) return [];
  return others.flat().map(({ path, rule, written }) => {
    const message = `${named(path)} reads ${written}, and ${named(first.path)} reads ${first.written}: ${whole} should come from one place of the payload`;
    const hint = `read both from one place; if it is right, add because: with the reason`;
    return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
  });
}

function named(path: string): string {
  return path.startsWith(fieldPath) ? path.slice(fieldPath.length) : path;
}

function partOf(parts: RegExp, reading: Reading): readonly Reading[] {
  const { field } = reading;
  return field && [field.keyName, field.name].every(name => parts.test(plain(name))) ? [reading] : [];
}

const addressParts =
  /^(?:street|streetname|strasse|straße|strassehausnummer|straßehausnummer|straat|rue|address|adresse|adres|anschrift|zip|zipcode|plz|postleitzahl|postcode|postalcode|city|town|ort|wohnort|stadt|ville|plaats|woonplaats)$/;

/** Returns the kind of address that a value belongs to by its name; empty for one without a kind. */
function placeOf({ value, rule }: Reading): string {
  const name = [...(value.above ?? []), ...value.names].map(plain).join(' ');
  const kind = addressKinds.findIndex(each => each.test(name)).toString();
  // Below the brackets of a list of addresses stands a part of one, and not the value of any field.
  const isPart = value.names.some(each => addressParts.test(plain(each)) || partWords.test(spelt(each)));
  return `${kind} ${isPart ? entryOf(rule) : ''}`;
}

/** Words for a part of an address in a longer name: `code_postal`, `ZIP / Postal Code`, `line1`. */
const partWords =
  /\b(?:street|strasse|straße|straat|rue|address|adresse|adres|line|zip|plz|postal|postcode|city|town|ort|stadt|ville|plaats)\b/;

function spelt(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}]+/gu, ' ')
    .toLowerCase();
}

/** Returns the entry of a list that a rule reads, as it is written: `addresses[0]`, `addresses[type="home"]`. */
function entryOf(rule: NamedRule['rule']): string {
  const [source = ''] = ruleExpressions(rule).map(each => each.source);
  const end = source.lastIndexOf(']');
  return source
    .slice(0, end + 1)
    .replace(/[\s]/g, '')
    .replaceAll("'", '"');
}

const addressKinds: readonly RegExp[] = [
  /rechnung|billing|invoice|facturation|factuur/,
  /liefer|versand|shipping|delivery|livraison|verzend|bezorg/,
  /firma|company|business|arbeitgeber|employer/,
];

const personParts: ReadonlySet<string> = new Set(['firstName', 'name', 'email', 'mobile', 'phone']);

/** Returns the relative of the customer that a value belongs to by its name; empty for the customer. */
function relativeOf({ value }: Reading): string {
  const name = [...(value.above ?? []), ...value.names].map(plain).join(' ');
  return relatives.exec(name)?.[0] ?? '';
}

const relatives =
  /\b(?:parents?|eltern(?:teil)?|mutter|mother|vater|father|child|kind|sohn|son(?!st)|tochter|daughter|partner|spouse|guardian|moeder|vader|ouders?|enfant|mere|pere)/;

function plain(name: string): string {
  return name.replace(/[^\p{L}]/gu, '').toLowerCase();
}
