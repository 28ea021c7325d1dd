/** A reason why a person should check a suggested rule: a code for programs, and a text in English. */
export interface SuggestionDoubt {
  readonly code: keyof typeof doubts | 'check';
  readonly text: string;
}

const doubts = {
  empty: 'it is empty in the sample',
  'no-choice': 'write behind each answer the choice that it means',
  'separator-in-choice':
    'several answers come as one text, and a choice has the same sign in it: have them sent as a list',
  'options-missing': 'some options are in no line of the table yet',
  'other-answers': 'an answer that is in no line fails, so that you see it',
  'other-words': 'a word that is in no line fails, so that you see it',
  'day-or-month': 'the day may stand first, or the month (MM/dd/yyyy)',
  'short-year': 'the year has two digits, so the century is not known: have it sent with four',
  zone: 'the day is that of UTC; write the place of your customers, as in zone: Europe/Berlin',
  'somebody-else': 'by its name this belongs to somebody else',
  'something-else': 'by its name this belongs to a company or a location',
  'other-time': 'by its name this is an earlier or later value',
  'animal-too': 'a field for the animal fits too, and other values are about the animal',
  'other-too': 'a field for somebody else fits too, and other values are about them',
  'overwritten-first': 'each later event would overwrite the first one',
  'other-unit': 'by its name this is in another unit or currency than the field, so it must be converted',
  negated: 'by its name this asks the opposite',
  'several-values': 'these are several values, which would be sent as one text with commas',
  'yes-or-no': 'this is a yes or no, and the field is a text',
  'language-of-form': 'this may be the language of the form, and not that of the customer',
  'record-source': 'this names the way in which the record was made, such as an API',
} as const;

/** Returns the doubt for a code. */
export function suggestionDoubt(code: keyof typeof doubts): SuggestionDoubt {
  return { code, text: doubts[code] };
}

const decisive: ReadonlySet<SuggestionDoubt['code']> = new Set([
  'somebody-else',
  'something-else',
  'other-time',
  'animal-too',
  'other-too',
  'overwritten-first',
  'other-unit',
  'negated',
  'several-values',
  'yes-or-no',
  'record-source',
]);

/** True for a doubt with which a rule is only shown in a comment: it would probably set a wrong value. */
export function isDecisive(doubt: SuggestionDoubt | undefined): boolean {
  return doubt !== undefined && decisive.has(doubt.code);
}
