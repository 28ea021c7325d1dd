import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { isConsentName } from '../mapping/opt-out.ts';
import { consentParameters, personNames } from '../mapping/parameters.ts';
import { purposesOf } from '../mapping/purposes.ts';
import { namedRules, ruleExpressions } from '../mapping/rules-of.ts';
import { nameLikeness, thingsIn } from './names/name-likeness.ts';
import { ownersNamed } from './names/other-subject.ts';
import { type OneValue, pathOfValue } from './one-value.ts';
import { allNamesOf, fieldPath, type RuleReading, ruleName, valueReadingOf } from './rule-reading.ts';

/**
 * Warns about two fields of different meaning that are copies of one value, as after a copied line: `diagnosis` reads the
 * path of `fund`. Fields that share a word or a thing, as a phone number and one for WhatsApp, and rules with different
 * conversions may read one value; so may fields that both have the name of the value. `because` of one of them confirms it.
 */
export function sameValues(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const copies = namedRules(mapping).flatMap(named => {
    const reading = mayBeCopy(named.path, named.rule) ? valueReadingOf(named, catalog) : undefined;
    return reading ? [reading] : [];
  });
  return copies.flatMap((reading, at) => {
    const other = copies.slice(0, at).find(each => areCopies(each, reading));
    return other ? [warning(other, reading)] : [];
  });
}

/** True for a field, and for a name of a person, if the rule only copies a value. */
function mayBeCopy(path: string, { base, lookup, default: given }: Rule): boolean {
  const isField = path.startsWith(fieldPath) || personNames.has(path);
  return isField && base.kind !== 'literal' && !lookup && !given;
}

function areCopies(one: RuleReading, other: RuleReading): boolean {
  if (formOf(one) !== formOf(other)) return false;
  const [names, others] = [namesOf(one), namesOf(other)];
  if (isConsent(one) && isConsent(other)) return haveOtherPurposes(names, others);
  if (areDays(one, other) && hasNoName(one)) return true;
  const areOfOthers = [names, others, [...one.value.names, ...(one.value.above ?? [])]].every(isOfOther);
  return !areRelated(names, others) && !(fits(one) && fits(other)) && !areOfOthers;
}

/** True for names of somebody beside the customer: the partner may be the father, the companion and the contact for an emergency. */
function isOfOther(names: readonly string[]): boolean {
  return ownersNamed(names) !== 0;
}

/** True for two fields for a day: two exams have names in common, and seldom the day. */
function areDays(one: RuleReading, other: RuleReading): boolean {
  return [one, other].every(({ field, path }) => field?.type === 'date' && path !== 'birthdate');
}

/** True for a value under a number or a code, which does not show that it is meant twice. */
function hasNoName({ value: { names } }: RuleReading): boolean {
  return names.every(each =>
    /^(?:[\da-f]{16,64}|[^\p{L}]{0,4}|(?:cf|field|fld|q|f|uf_crm|input)_?\w{0,3}\d+)$/iu.test(each),
  );
}

/** Returns the value that a rule reads and what it does with it: equal for copies. */
function formOf({ rule, one }: RuleReading): string {
  const isBox = (one.isWhole && rule.as === 'boolean') || asksForYes(rule, one);
  const how = isBox ? ['yes'] : [kindOf(rule), ...(one.isWhole ? [] : textsOf(rule))];
  return JSON.stringify([one.isWhole ? textsOf(rule) : [pathOfValue(one)], how]);
}

/** True for a comparison with the words for yes: `$answers.Raucher = "Ja"`. */
function asksForYes(rule: Rule, { use, texts }: OneValue): boolean {
  const isNegated = ruleExpressions(rule).some(({ source }) => /!=|\$not/.test(source));
  return use === 'compared' && !isNegated && texts.every(each => consentAnswer(each) === true);
}

/** Returns the expressions and the texts of a rule. */
function textsOf({ base }: Rule): readonly string[] {
  if (base.kind === 'literal') return [];
  const parts = base.kind === 'expression' ? [base.expression] : base.parts;
  return parts.map(each => (typeof each === 'string' ? each : each.source.replace(/\s/g, '')));
}

/** Conversions that read a value differently, as for a birthday and an age. */
function kindOf({ as = 'text', date, trim }: Rule): string {
  return JSON.stringify([as, as === 'date' ? date : null, trim !== false]);
}

function namesOf({ path, field }: RuleReading): readonly string[] {
  return field ? allNamesOf(field) : [ruleName(path)];
}

/** True for a consent by its name, and for a box about something that a person may allow: a reminder by SMS. */
function isConsent(reading: RuleReading): boolean {
  const { field, rule } = reading;
  const names = namesOf(reading);
  const isBox = field?.type === 'checkbox' || rule.as === 'boolean';
  return (
    names.some(name => isConsentName(name) || consentParameters.has(name)) ||
    (isBox && purposesOf(names).length > 0)
  );
}

/** True if both consents are for something known, and for nothing in common: text messages and photos. */
function haveOtherPurposes(names: readonly string[], others: readonly string[]): boolean {
  const [one, two] = [purposesOf(names), purposesOf(others)];
  return one.length > 0 && two.length > 0 && !one.some(each => two.includes(each));
}

/** True if two fields are about the same thing, share a word, or are both ways to reach a person. */
function areRelated(names: readonly string[], others: readonly string[]): boolean {
  const words = new Set(names.flatMap(wordsIn));
  if (others.flatMap(wordsIn).some(word => words.has(word))) return true;
  if (names.some(name => others.some(each => nameLikeness(name, each) > 0))) return true;
  return names.some(reaches) && others.some(reaches);
}

function wordsIn(name: string): readonly string[] {
  return spellings(name).flatMap(each => each.split(' ').filter(word => word.length >= shortestWord));
}

const shortestWord = 4;

function reaches(name: string): boolean {
  return thingsIn(name).some(each => reaching.has(each)) || /whats ?app|signal|telegram/i.test(name);
}

const reaching: ReadonlySet<string> = new Set(['phone', 'mobile', 'email', 'contact by', 'sms']);

/** True if the value has the name of the field, or a part of it. */
function fits(reading: RuleReading): boolean {
  const { names, above = [] } = reading.value;
  const read = [...names, ...above.slice(-1)];
  return namesOf(reading).some(name => read.some(each => nameLikeness(name, each) > 0));
}

/** The warning is at the rule that does not have the name of the value, or else at the later one. */
function warning(earlier: RuleReading, later: RuleReading): Diagnostic {
  const [one, two] = fits(later) && !fits(earlier) ? [earlier, later] : [later, earlier];
  const message = `${ruleName(one.path)} reads ${one.written}, as ${ruleName(two.path)} does: one value for two`;
  const hint =
    'read each from a value of its own, or remove the rule that is wrong; if it is right, add because: with the reason';
  const code = isConsent(one) && isConsent(two) ? 'mapping/shared-consent' : 'mapping/other-name';
  return diagnostic(code, message, { hint, place: one.rule.base.place, path: one.path });
}
