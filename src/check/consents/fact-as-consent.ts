import { spellings } from '../../diagnostics/spellings.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import type { Rule } from '../../mapping/mapping.ts';
import { isConsentName } from '../../mapping/opt-out.ts';

/**
 * Returns the fact from which a rule makes a consent, in words: `status = "Customer"`, `created_at ? true : false`, a table of
 * `type`. Undefined if a name or a word of the rule is about a consent or a subscription: `status = "subscribed"`.
 */
export function factGiven(expression: Expression, { lookup }: Pick<Rule, 'lookup'>): string | undefined {
  const { path, answer, source } = expression;
  if (answer !== undefined || source.includes('$not(')) return undefined;
  const read = path ? [path] : pathsRead(expression);
  const [first] = read;
  if (!first || namedTexts(expression, lookup).some(isAboutConsent)) return undefined;
  if (measuring.test(source))
    return `is made of the length of ${pathText(first)}, whatever was written there`;
  if (counting.test(source) && !read.some(isOfConsent))
    return `is made of the number of ${pathText(first)}, whatever was chosen there`;
  // Without a table, a path alone gives its own yes or no.
  if ((path && !lookup) || !read.every(isFact)) return undefined;
  return `is made of ${pathText(first)}, which by its name is a fact about the record`;
}

const measuring = /\$length\([^()]{1,100}(?:\([^()]{1,100}\)[^()]{0,20})?\)\s?(?:[<>]=?|!?=)\s?\d/;
const counting = /\$(?:count|sum)\([^()]{1,200}\)\s?(?:[<>]=?|!?=)\s?\d/;

function isOfConsent(steps: readonly string[]): boolean {
  return steps.some(each => isConsentName(each) || aboutConsent.test(spellings(each)[0] ?? ''));
}

function isFact(steps: readonly string[]): boolean {
  const own = spellings(steps.at(-1) ?? '')[0] ?? '';
  if (isOfConsent(steps)) return false;
  // The id of an option is that of an answer: `custom_fields.4f1e….id`.
  if (own === 'id' && steps.length > 1) {
    const above = spellings(steps.at(-2) ?? '')[0] ?? '';
    return facts.test(above) || records.test(above);
  }
  return facts.test(own) || ofTime.test(own);
}

const facts =
  /^(?:(?:customer|client|kunden?|contact|kontakt|lead|deal|record|order|bestell\w*|booking|event|payment|account|konto|member|person|user) ?)?(?:status|state|stage|phase|type|typ|kind|art|category|kategorie|group|gruppe|segment|tier|level|plan|tarif|source|quelle|origin|herkunft|id|number|nummer|nr|total|amount|betrag|count|anzahl|city|ort|stadt|country|land|language|sprache|locale|gender|geschlecht|owner)(?: (?:label|name|id|code|type|typ))?$/;
const records =
  /^(?:(?:customer|client|kunden?|contact|kontakt|lead|deal|record|order|bestell\w*|booking|event|payment|account|konto|member|mitglied|person|user|owner|data|object|item|entry|submission|form|company|organi[sz]ation) ?)+$/;
const ofTime =
  /^(?:created|updated|modified|submitted|received|registered|erstellt|geandert|angelegt|eingegangen)(?: (?:at|on|date|time|am|um))?$|^(?:date|datum|timestamp|submission date)$/;

/** The texts with which the rule compares. */
function namedTexts(expression: Expression, lookup: Rule['lookup']): readonly string[] {
  const literals = nodesOf(treeOf(expression)).flatMap(({ type, value }) =>
    type === 'string' && typeof value === 'string' && consentAnswer(value) === undefined ? [value] : [],
  );
  return [...literals, ...(lookup?.entries.keys() ?? [])];
}

function isAboutConsent(text: string): boolean {
  return isConsentName(text) || aboutConsent.test(spellings(text)[0] ?? '');
}

/** Words of consents and subscriptions, with the states in which senders of newsletters write them. */
const aboutConsent =
  /subscri|abonn|abo\b|newsletter|mailing|marketing|opt|consent|einwillig|zustimm|permission|erlaub|agree|accept|active|aktiv|actif|confirm|bestatig|bounced|cleaned|cancel|pending|receiver|recipient|photo|foto|sms|whats ?app|angemeldet|abgemeldet|anmeld|adult|minor|erwachsen/;
