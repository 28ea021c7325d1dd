import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { truthTests } from '../../expressions/comparisons/truth-tests.ts';
import { saysYesOrNo } from '../../expressions/comparisons/yes-or-no.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { type PersonKey, personKeyOf } from '../../mapping/evaluate/person/person-keys.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { asksForOptOut, isConsentName } from '../../mapping/opt-out.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { factGiven } from './fact-as-consent.ts';

/**
 * Warns about a consent that reads a flag of the record or of the form, such as `customer.active` or `finished`, or that is a yes for
 * everybody with an e-mail address or a phone number (`email ? true : false`), or that is made of another fact, such as
 * `status = "Customer"`: nobody was asked. The same for a field for messages over one way. `because` confirms the rule, and for a flag a table does.
 */
export function flagsAsConsents(
  mapping: Pick<Mapping, 'set' | 'additionalFields'>,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  return namedRules(mapping as Mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const field = name === path ? undefined : catalog && findField(name, catalog);
    if (rule.because !== undefined) return [];
    const names = [name, field?.name ?? ''];
    const isConsent = name === path ? consentParameters.has(path) : names.some(isConsentName);
    const isWay = name !== path && names.some(isWayOfMessages);
    const what = isConsent ? givenWithout(rule) : isWay ? givenByContact(rule, names) : undefined;
    if (what === undefined) return [];
    const message = `${name} ${what}, and no answer about ${name}`;
    const hint = `read the answer about ${name}; if the name misleads, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** Returns what a rule makes a consent of, in words. Undefined for an answer. */
function givenWithout(rule: Rule): string | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0) return undefined;
  const ofState = rule.lookup ? undefined : stateRead(expression);
  return ofState ?? givenByContact(rule, []) ?? factGiven(expression, rule);
}

function givenByContact(rule: Rule, names: readonly string[]): string | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  return expression && others.length === 0 && !rule.lookup ? contactGiven(expression, names) : undefined;
}

/** Returns the flag that an expression reads, in words. */
function stateRead(expression: Expression): string | undefined {
  const steps = expression.answer === undefined ? expression.path : [expression.answer];
  if (!steps || !isFlag(steps)) return undefined;
  const read = beginning(expression).replace(/^\w+: /, '');
  return `reads ${read}, which by its name is a state of the record or of the form`;
}

/** True for a field for messages over one way, which only a yes or no of the person allows: `sms`, "WhatsApp". */
function isWayOfMessages(name: string): boolean {
  const text = spellings(name)[0] ?? '';
  return wayOfMessages.test(text) && !ofNumber.test(text) && !asksForOptOut(name);
}

const wayOfMessages =
  /(?:^| )(?:sms|whats ?app|messenger|telegram|viber|reminders?|erinnerung(?:en)?|herinnering(?:en)?|rappels?)(?: |$)/;
/** Words of a field that only says whether something is known. */
const ofNumber =
  /(?:^| )(?:numbers?|nummer|nr|tel(?:efon)?|phone|id|known|bekannt|vorhanden|has|hat|gibt|exists?|reachable|erreichbar|count|anzahl|sent|gesendet|date|datum|am|at|on)(?: |$)/;

/**
 * Returns the address, the number or the name whose presence is the yes, in words. `names`: those of a field that is no consent by
 * them; a value with one of their words may be the way itself.
 */
function contactGiven(expression: Expression, names: readonly string[]): string | undefined {
  const { path, answer, source } = expression;
  if (path || answer !== undefined || source.includes('$not(') || !saysOnlyYesOrNo(expression))
    return undefined;
  const tests = truthTests(expression);
  const isTested = (steps: readonly string[]) =>
    tests.some(each => each.steps.join('\n') === steps.join('\n'));
  const [first] = tests;
  const read = pathsRead(expression);
  if (!first || !read.every(steps => isTested(steps) && contactOf(steps) !== undefined)) return undefined;
  const words = new Set(names.flatMap(each => (spellings(each)[0] ?? '').split(' ')));
  const own = read.flatMap(steps => (spellings(steps.at(-1) ?? '')[0] ?? '').split(' '));
  if (own.some(each => words.has(each) && wayOfMessages.test(each))) return undefined;
  return `is a yes for everybody who gives ${first.text}, which by its name is ${contactOf(first.steps)}`;
}

/** True if each result of an expression is a yes or a no: also `"true"` and `"false"`. */
function saysOnlyYesOrNo(expression: Expression): boolean {
  if (saysYesOrNo(expression)) return true;
  const literals = nodesOf(treeOf(expression)).filter(({ type }) => type === 'string' || type === 'value');
  return literals.some(({ value }) => typeof value === 'string' && consentAnswer(value) === true);
}

/** Returns the kind of contact data that a path names; undefined for others, and for a consent. */
function contactOf(steps: readonly string[]): string | undefined {
  if (steps.some(isConsentName)) return undefined;
  const own = steps.findLast(each => !/^(?:value|text|full|label|\d{1,4})$/.test(each)) ?? '';
  const kind = contacts[personKeyOf(own) ?? 'other'];
  if (kind !== undefined) return kind;
  const words = spellings(own)[0] ?? '';
  return contactWords.find(({ name }) => name.test(words))?.is;
}

const contacts: Readonly<Partial<Record<PersonKey, string>>> = {
  email: 'an e-mail address',
  phone: 'a phone number',
  first: 'a name',
  last: 'a name',
  full: 'a name',
  name: 'a name',
};

/** The words of values that nobody gives to consent, and the words for them. */
const contactWords: readonly { readonly name: RegExp; readonly is: string }[] = [
  { name: /(?:^| )e ?mail/, is: 'an e-mail address' },
  { name: /(?:^| )(?:telefon|phone|handy|mobile?)/, is: 'a phone number' },
  { name: /(?:^| )(?:number|nummer|numero)$/, is: 'a number' },
  { name: /^(?:vor|nach)?name (?:der|des|of|du|de|van)(?: |$)/, is: 'a name' },
  { name: /^(?:company|firma|firmenname|company name|organi[sz]ation|entreprise|bedrijf)$/, is: 'a company' },
  { name: /^(?:birth ?(?:day|date)|geburts(?:tag|datum)|date of birth|dob|naissance)$/, is: 'a birthday' },
  {
    name: /^(?:street|strasse|address|adresse|anschrift|zip|zip code|postcode|post ?code|plz)$/,
    is: 'an address',
  },
  {
    name: /^(?:comments?|kommentare?|bemerkung(?:en)?|nachricht|message|notes?|notiz(?:en)?|anmerkung(?:en)?)$/,
    is: 'a text',
  },
  {
    name: /^(?:(?:start|end|begin|beginn|ende) ?(?:time|date|at|zeit|datum)|beginn|termin|start)$/,
    is: 'the time of an appointment',
  },
  {
    name: /^(?:instagram|facebook|linked ?in|website|web ?site|homepage)(?: (?:name|handle|profil|profile|url))?$/,
    is: 'an address',
  },
];

/** True if the last key names a state, and no key above it names a consent or a subscription. */
function isFlag(steps: readonly string[]): boolean {
  const plain = steps.map(each => spellings(each)[0] ?? '');
  const own = (plain.at(-1) ?? '')
    .split(' ')
    .filter(word => !around.has(word))
    .join(' ');
  if (!flags.has(own)) return false;
  return !steps.slice(0, -1).some(isConsentName) && !plain.some(each => ofSubscription.test(each));
}

/** Words around the state: `isActive`, `customer_verified`, `email_verified`. */
const around: ReadonlySet<string> = new Set(
  `is has was ist hat the customer client kunde user account konto contact kontakt person member profile email mail phone
  mobile flag record form response formular`.split(/\s+/),
);

const flags: ReadonlySet<string> = new Set(
  `active aktiv actif actief attivo enabled disabled aktiviert activated finished completed complete done abgeschlossen
  fertig guest gast verified verifiziert bestatigt confirmed approved registered registriert valid gultig existing
  new neu deleted archived blocked locked published public visible submitted processed paid success successful logged in
  login online vip premium admin test live open read seen imported synced
  `.split(/\s+/),
);

const ofSubscription =
  /\b(?:subscri\w*|abonn\w*|newsletter|list|lists|liste|mailing\w*|marketing|permissions?|channels?|opt ?in|double|receiver|recipient|photos?|fotos?|sms|whats ?app)\b/;
