import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Conversion } from '../mapping.ts';

/** The description of a step in fields, which a page can translate. It may contain values of an event. */
export type StepPhrase =
  | { readonly code: 'html' | 'trimmed' | 'literal' | 'template-text' | 'template-whole' | 'as-text' }
  | { readonly code: 'joined'; readonly separator: string }
  /** Without a pattern: ISO 8601. */
  | { readonly code: 'date'; readonly patterns: readonly string[] }
  | { readonly code: 'phone'; readonly country?: string }
  | { readonly code: 'converted'; readonly as: Exclude<Conversion, 'date' | 'phone' | 'list' | 'choices'> }
  | { readonly code: 'several'; readonly as: 'list' | 'choices'; readonly separator: string }
  /** The texts that were looked up. `otherwise`: the table does not have the text. */
  | { readonly code: 'looked-up'; readonly texts: readonly LookedUpText[] }
  | { readonly code: 'default'; readonly presence: 'missing' | 'empty' }
  | { readonly code: 'absent'; readonly wanted: 'skip' | 'clear' | 'fail' }
  | { readonly code: 'bad-value'; readonly wanted: 'drop' | 'clear' }
  | { readonly code: 'link'; readonly id: unknown; readonly destination: string }
  | CheckPhrase;

/** A text that was looked up in a table. */
export interface LookedUpText {
  readonly text: string;
  readonly otherwise?: true;
}

/** The check of a value, in fields. */
export type CheckPhrase =
  | {
      readonly code: 'field';
      readonly name: string;
      readonly type: string;
      /** The choices of the account; empty if it has none. */
      readonly choices: readonly string[];
      readonly validator?: string;
    }
  | {
      readonly code:
        | 'no-such-field'
        | 'customer-number'
        | 'gender'
        | 'email'
        | 'known-status'
        | 'declared-status'
        | 'unknown-status';
    };

/** Returns the English text of a phrase. */
export function phraseText(phrase: StepPhrase): string {
  switch (phrase.code) {
    case 'joined':
      return `joined by "${phrase.separator}"`;
    case 'date':
      return `date (${phrase.patterns.join(' or ') || 'ISO 8601'})`;
    case 'phone':
      return phrase.country === undefined ? 'phone' : `phone (${phrase.country})`;
    case 'converted':
      return phrase.as;
    case 'several':
      return `${phrase.as}, joined by "${phrase.separator}"`;
    case 'looked-up':
      return phrase.texts.map(lookedUpText).join(', ');
    case 'default':
      return `it is ${phrase.presence}`;
    case 'absent':
    case 'bad-value':
      return phrase.wanted;
    case 'link':
      return `${shown(phrase.id)} at ${phrase.destination}`;
    case 'field':
      return fieldText(phrase);
    default:
      return fixed[phrase.code];
  }
}

const fixed = {
  html: 'the text of it',
  trimmed: 'without spaces at its ends',
  literal: 'literal',
  'template-text': 'text',
  'template-whole': 'all parts together',
  'as-text': 'as text',
  'no-such-field': 'the fields of the account',
  'customer-number': 'a customer number: 1 to 18 digits',
  gender: 'MALE, FEMALE, DIVERSE, UNKNOWN or KID',
  email: 'an e-mail address',
  'known-status': 'a status that the account has',
  'declared-status': 'a status of the config, which the account has not confirmed',
  'unknown-status': 'the statuses of the account, as far as known',
} as const;

function lookedUpText({ text, otherwise }: LookedUpText): string {
  return otherwise ? `${shown(text)} is not in it: otherwise` : shown(text);
}

/** The maximum number of choices shown. */
const mostChoices = 5;

function fieldText({ name, type, choices, validator }: Extract<CheckPhrase, { code: 'field' }>): string {
  const title = name === type ? name : `${name} (${type})`;
  if (choices.length > 0) {
    const more = choices.length > mostChoices ? `, and ${choices.length - mostChoices} more` : '';
    const some = choices.slice(0, mostChoices).join(', ') + more;
    return `${title}, ${type === 'checkbox_group' ? 'any' : 'one'} of ${some}`;
  }
  if (type === 'checkbox') return `${title}, true or false`;
  return validator === undefined ? title : `${title}, validator ${validator}`;
}
