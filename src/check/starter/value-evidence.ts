import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { type ForgivingChoices, forgivingChoices } from '../../booking/catalog/meant-choice.ts';
import { translatedChoices } from '../../booking/catalog/translated-choices.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { type Conversions, convert } from '../../mapping/convert/convert.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { namedTextDoubt, takesOne } from '../call/texts/named-text.ts';
import { isForPhone } from '../call/texts/phone-field.ts';
import { validatorFault } from '../call/validator-fault.ts';
import { choiceEvidence } from './choice-evidence.ts';
import { dateEvidence } from './date-evidence.ts';
import { isScalar, type PayloadPath } from './payload-path.ts';
import type { Choice, ValueEvidence } from './starter-rule.ts';
import { suggestionDoubt } from './suggestion-doubt.ts';

/** The choices of a field, for finding them as `as: choice` does. */
const forgivingOf = onceFor(
  (field: FieldConfiguration): ForgivingChoices =>
    forgivingChoices(field.selectItems ?? [], translatedChoices(field)),
);

/** Returns the evidence that the value of a path fits a field, and the rule for it; undefined if it does not fit. */
export function valueEvidence(
  path: PayloadPath,
  field: FieldConfiguration,
  choices: readonly Choice[],
): ValueEvidence | undefined {
  const { expression: from, value } = path;
  switch (field.type) {
    case 'birthday':
    case 'date':
    case 'directDebitMandateDate':
      return dateEvidence(path, field);
    case 'selection':
      return choiceEvidence(path, choices, { takes: 'one', forgiving: forgivingOf(field) });
    case 'checkbox_group':
      return choiceEvidence(path, choices, { takes: 'several', forgiving: forgivingOf(field) });
    case 'checkbox':
      return truthEvidence(path);
    case 'link':
      return typeof value === 'string' && /^(https?:\/\/|www\.)\S+$/i.test(value)
        ? { weight: isOfSender(path) ? -0.1 : 0.15, rule: { from } }
        : undefined;
    case 'language':
      return typeof value === 'string' && /^[a-z]{2}([-_][a-z]{2})?$/i.test(value)
        ? {
            weight: 0.1,
            rule: { from },
            ...(isOfForm(path) && { doubt: suggestionDoubt('language-of-form') }),
          }
        : undefined;
    case 'rating':
      return /^\d{1,2}$/.test(String(value)) ? { weight: 0.1, rule: { from } } : undefined;
    case 'iban':
      return typeof value === 'string' && /^[A-Z]{2}\d{2}[A-Z0-9 ]{11,40}$/.test(value)
        ? { weight: 0.4, rule: { from } }
        : undefined;
    case 'text':
    case 'textArea':
    case 'other':
      return accepted(value, field) ? textEvidence(path, field) : undefined;
    default:
      return isScalar(value) ? { weight: -0.2, rule: { from } } : undefined;
  }
}

/**
 * True if a URL in a payload is probably that of the form or the sender. Only an answer, an object about a
 * person, or a key that means a website has the person's URL.
 */
function isOfSender({ keys, isAnswer }: PayloadPath): boolean {
  const own = spellings(keys.at(-1) ?? '')[0] ?? '';
  if (isAnswer || /\b(web ?site|web ?page|home ?page|web ?seite|internet ?seite)\b/.test(own)) return false;
  return !keys.slice(0, -1).some(key => isOfPersonKey(key) || /^company$/i.test(key));
}

function isOfPersonKey(key: string): boolean {
  return /^(?:contact|person|customer|client|lead|profile|user|kontakt|kunde|patient|attendee|invitee|member|subscriber|buyer|guest)s?$/i.test(
    key,
  );
}

/** True for a locale outside of an object about a person: programs send the language of their form or page. */
function isOfForm({ keys, isAnswer }: PayloadPath): boolean {
  const own = spellings(keys.at(-1) ?? '')[0] ?? '';
  const isLocale = /\blocale\b|\b(?:form|page|browser|site|survey|ui|submit|submission)\b/.test(own);
  return !isAnswer && isLocale && !keys.slice(0, -1).some(isOfPersonKey);
}

/** True if a value, sent unchanged, passes the validator of its field. */
function accepted(value: unknown, field: FieldConfiguration): boolean {
  return !isScalar(value) || validatorFault(field, String(value)) === undefined;
}

/** The words with which a sender says that somebody is on a list, or is not; null for somebody who was not asked, or has not confirmed it. */
const onLists: readonly Readonly<Record<string, string | null>>[] = [
  { subscribed: 'true', unsubscribed: 'false', not_subscribed: null, pending: null },
  { opted_in: 'true', opted_out: 'false' },
];

const asBoolean: Conversions = {
  as: 'boolean',
  date: { parse: [], format: undefined, zone: undefined },
  phone: { country: undefined },
  separator: ',',
};

/** A box of a form often comes as the list of its ticked options. */
function truthEvidence({ expression: from, value }: PayloadPath): ValueEvidence | undefined {
  const [only, ...more] = Array.isArray(value) ? value : [value];
  if (!isScalar(only) || more.length > 0) return undefined;
  const text = String(only).trim();
  if ('value' in convert(only, asBoolean)) {
    return { weight: /^[01]$/.test(text) ? 0.1 : 0.2, rule: { from, as: 'boolean' } };
  }
  if (text === '') return { weight: 0, rule: { from, as: 'boolean' }, doubt: suggestionDoubt('empty') };
  const values = onLists.find(words => Object.hasOwn(words, text.toLowerCase()));
  if (!values) return undefined;
  return {
    weight: 0.1,
    rule: { from, values },
    doubt: suggestionDoubt('other-words'),
  };
}

function textEvidence(
  { expression: from, names, value }: PayloadPath,
  field: FieldConfiguration,
): ValueEvidence | undefined {
  // The title of a question is its text, not an answer to it.
  if (typeof value === 'string' && names.some(name => isSameText(name, value))) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    // A text in several parts, each with its own style.
    if (from.endsWith('.plain_text')) return { weight: 0, rule: { from: `$join(${from}, "")` } };
    const isOfOne = takesOne(field) && value.length > 1;
    return {
      weight: -0.1,
      rule: { from, as: 'list' },
      ...(isOfOne && { doubt: suggestionDoubt('several-values') }),
    };
  }
  if (!isScalar(value)) return undefined;
  const text = String(value);
  const doubt = textDoubt(names, text);
  if (doubt) return { weight: 0, rule: { from }, doubt: suggestionDoubt(doubt) };
  const isOther =
    /^(https?:\/\/\S+|[^\s@]+@\S+\.\w+|\d{4}-\d\d-\d\d.*)$/.test(text) || typeof value === 'boolean';
  return {
    weight: isOther || isOfOtherKind(text, field) || isMobileForLandline(text, field) ? -0.3 : 0,
    rule: { from },
  };
}

/** True for a text without digits in a field for phone numbers, or one that is no e-mail address, post code or city. */
function isOfOtherKind(text: string, field: FieldConfiguration): boolean {
  if (text.trim() === '') return false;
  return namedTextDoubt(field, text) !== undefined || (isForPhone(field) && !/\d{3}/.test(text));
}

/** True for a number that is certainly a mobile one, and a field for landline numbers. */
function isMobileForLandline(text: string, { keyName, name }: FieldConfiguration): boolean {
  if (!/festnetz|landline|vaste lijn|t[eé]l[eé]phone fixe|fixnet/i.test(`${keyName} ${name}`)) return false;
  const number = text.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return /^(?:(?:\+49|0)1[567]\d{7,9}|\+436[4-9]\d{6,9}|\+417[5-9]\d{7}|\+316\d{8}|\+33[67]\d{8})$/.test(
    number,
  );
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Returns the reason why a text is probably no answer to the question of a text field. */
function textDoubt(names: readonly string[], text: string): 'yes-or-no' | 'record-source' | undefined {
  const plain = names.map(name => spellings(name)[0] ?? '');
  const isAsked = plain.some(name => presence.test(name)) || /^(?:true|false)$/.test(text);
  if (isAsked && answerInWords(text) !== undefined) return 'yes-or-no';
  const isSource = plain.some(name =>
    /^(?:\w+ )?(?:source|quelle|origin|herkunft|bron|origine)(?: (?:name|type))?$/.test(name),
  );
  return isSource && waysOfRecords.test(text.trim()) ? 'record-source' : undefined;
}

/** Words that ask if there is something: `allergies_known`, `Haben Sie Allergien?`. */
const presence =
  /\b(?:known|exists?|existing|present|any|has|have|had|flag|bekannt|vorhanden|hat|haben|habt|hast|gibt|liegen|leiden|leidest|heb|hebt|heeft|hebben|bekend|aanwezig|avez|connue?s?|tiene|conocid[ao]s?|ha|hai|not[aei])\b/;

/** Values with which programs say how a record came to them, not how a person heard about a company. */
const waysOfRecords =
  /^(?:rest[ _-]?|graph)?(?:api|ql|sdk|webhooks?|(?:csv[ _-]?)?import(?:ed)?|csv|excel|manual(?:ly)?|integrations?|sync|bulk|system|app|ui|crm|backend|web|pos|browser|ios|android|mobile[ _-]?app|automation|workflow|zapier|make|n8n|(?:web[ _-]?|embedded[ _-]?)?forms?|manuell|unknown)$/i;
