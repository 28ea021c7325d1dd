import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';
import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { namesBirthday } from '../../inbox/named-person.ts';
import { type PersonKey, personKeyOf } from '../../mapping/evaluate/person/person-keys.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { thingsIn } from '../names/name-likeness.ts';
import { namesContact, otherSubject } from '../names/other-subject.ts';
import { allNamesOf, customerHolders, fieldPath, ruleName } from '../rule-reading.ts';

/**
 * Warns about a field for another person, such as the contact for an emergency or the doctor, whose rule reads only the
 * name, the phone number or the address of the customer: `{first_name} {last_name}, {mobile}`. `because` confirms it.
 */
export function ownPersonForOther(
  mapping: Mapping,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  const holders = customerHolders(mapping);
  return namedRules(mapping).flatMap(({ path, rule }) => {
    if (!path.startsWith(fieldPath) || rule.because !== undefined || rule.lookup) return [];
    const field = catalog && findField(ruleName(path), catalog);
    const names = field ? allNamesOf(field) : [ruleName(path)];
    if (!names.some(isOfOtherPerson)) return [];
    const read = ruleExpressions(rule).flatMap(partsRead);
    if (!isName(read) || !read.every(part => isOwn(part, holders))) return [];
    const all = visibleNames(read.map(({ written }) => written));
    const verb = read.length === 1 ? 'by its name belongs' : 'by their names belong';
    const message = `${ruleName(path)} reads ${all}, which ${verb} to the customer, and the field is about somebody else`;
    const hint = `read what stands for ${ruleName(path)}; if the names mislead, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/**
 * True for the name of the customer as the value of a field about another person: the last name for a recommendation, if
 * nobody recommended. `names`: those of the field.
 */
export function isOwnNameForOther(
  steps: readonly string[],
  names: readonly string[],
  holders: readonly (readonly string[])[],
): boolean {
  const part = partRead(steps);
  return names.some(isOfOtherPerson) && isName([part]) && isOwn(part, holders);
}

/**
 * True if a name that names nobody else has a known word, as for a number or a birthday, so that its value is the customer's. A key
 * such as `b_em` or `sorgeb` has no word that says whose it is.
 */
export function saysWhose(name: string): boolean {
  const kind = personKeyOf(name);
  const isOfPerson = kind !== undefined && kind !== 'other';
  const isKnown = isOfPerson || namesContact(name) || namesBirthday(name) || thingsIn(name).length > 0;
  return isKnown && /\p{L}{3}/u.test(name) && !/^(?:name|value)$/i.test(name);
}

interface PartRead {
  readonly written: string;
  readonly name: string;
  readonly above: readonly string[];
  readonly kind: PersonKey | undefined;
}

/** A number alone may be that of the other person. So may a `name`, and an `ad` alone is an advertisement. */
function isName(read: readonly PartRead[]): boolean {
  const kinds = new Set(read.map(({ kind }) => kind));
  if ([...kinds].every(kind => kind === 'phone' || kind === 'email')) return false;
  if (kinds.size === 1 && (kinds.has('name') || kinds.has('given'))) return false;
  return kinds.has('last') || !kinds.has('beside-last');
}

function partsRead(expression: Expression): readonly PartRead[] {
  const { answer } = expression;
  if (answer !== undefined) return [{ written: answer, name: answer, above: [], kind: personKeyOf(answer) }];
  return placedPaths(expression).map(({ steps }) => partRead(steps));
}

function partRead(steps: readonly string[]): PartRead {
  const own = steps[0] === '$answers' ? steps.slice(1) : steps;
  const name = own.at(-1) ?? '';
  return { written: pathText(steps), name, above: own.slice(0, -1), kind: personKeyOf(name) };
}

/** True for a value of the customer: beside the customer number, or only below keys for the customer or for a form. */
function isOwn({ name, above, kind }: PartRead, holders: readonly (readonly string[])[]): boolean {
  if (kind === undefined || !ownKinds.has(kind)) return false;
  if (otherSubject({ names: [name], above }, nobodyElse) === 'somebody-else') return false;
  const isBeside = holders.some(
    steps => steps.length === above.length && steps.every((step, at) => step === above[at]),
  );
  return (
    isBeside ||
    above.every(key => {
      const held = personKeyOf(key);
      return held === 'person' || held === 'holder';
    })
  );
}

const ownKinds: ReadonlySet<PersonKey> = new Set([
  'first',
  'last',
  'full',
  'name',
  'given',
  'beside-last',
  'email',
  'phone',
]);
/** A field whose every other subject counts. */
const nobodyElse = { names: ['iban'], type: 'iban' } as const;

function isOfOtherPerson(name: string): boolean {
  const spelt = spellings(name).map(each => each.replaceAll('ı', 'i'));
  return others.some(words => spelt.some(each => words.test(each)));
}

/** Names of fields about another person than the customer, in the languages of accounts. */
const others: readonly RegExp[] = [
  /\b(?:stellvertret\w*|deput(?:y|ies)|remplacant\w*|suppleant\w*|plaatsvervanger|notf(?:all)?\w*|emergenc(?:y|ies)|urgence|nood(?:contact|geval|nummer)\w*|emergencias?|emergenz[ae]|emergencia|nod(?:kontakt|fall)\w*|narmast\w* anhorig\w*|anhorig\w*|parorende|nodkontakt|nouzov\w*|tisnov\w*|alarmow\w*|awaryjn\w*|veszhelyzet\w*|acil|hatakontakti|hatayhteys\w*|next of kin)\b/,
  /\b(?:(?:haus|fach|zahn|familien)?(?:arzt(?:es)?|arztin)|doctors?|physician|medecins?|huisarts|(?:tand)?arts|medic[oa]s?|lekar\w*|lakare|husmodslakare|fastlege|laege|orvos\w*|haziorvos\w*|hekim\w*|doktor\w*|laakari|zuweiser(?:in)?)\b/,
  /\b(?:arbeitgeber\w*|employers?|employeur|werkgever|empleador|datore di lavoro|empregador|pracodawca|zamestnavatel|arbetsgivare|arbe(?:id|jd)sgiver|munkaltato|isveren|tyonantaja)\b/,
  /\b(?:empfohlen(?: durch| von)?|empfehlung(?:s ?geber(?:in)?)?|geworben(?: durch| von)?|(?:recommended|referred|invited)(?: by)?|referrers?|referral|recommander?|recommande(?:e)? par|parraine?(?: par)?|aanbevolen(?: door)?|doorverwezen|recomendad[oa](?: por)?|referid[oa]|consigliat[oa]|raccomandat[oa]|polecon\w*|polecajac\w*|doporucen\w*|rekommendera\w*|anbefalet|ajanlott\w*|tavsiye eden)\b/,
  /\b(?:(?:ehe|lebens)?partner(?:in|s)?|ehe(?:mann|frau)|spouse|husband|wife|conjointe?|echtgeno(?:ot|te)|pareja|conyuge|coniuge|conjuge|malzonek|malzonka|manzel|manzelka|ektefelle|aegtefaelle|hazastars|puoliso)\b/,
];
