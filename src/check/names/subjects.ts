import { isEarlier, isNegated } from './negated-name.ts';
import { companies, done, employees, insurers, people, places } from './subject-words.ts';

/** The difference between a value and the customer's own present value, by its name. */
export type OtherSubject = 'somebody-else' | 'something-else' | 'other-time' | 'negated';

/** A subject that a name may have, and the fields to which it makes a difference. */
export interface NameSubject {
  readonly kind: OtherSubject;
  /** Finds the subject in a plain name. */
  readonly words: { test(name: string): boolean };
  /** The fields to which it makes a difference: all, those with an address of a person or an account, or days. */
  readonly concerns: 'all' | 'contact' | 'day';
  /** True if a field with this subject needs a value with it too. */
  readonly isExact: boolean;
  readonly isPlace?: true;
  /** True for the next of several days, as which a field for a day that is due counts too. */
  readonly isNext?: true;
  /** True for the day on which something was done, which is wrong for a field with the day until which it counts. */
  readonly isForDue?: true;
  /** Everything below a key for the subject is about it, whatever the field is. */
  readonly holdsAll?: true;
}

/** The subjects by their bits: people first, in the order of their words. */
export const subjects: readonly NameSubject[] = [
  ...people.map((each): NameSubject => {
    return { kind: 'somebody-else', words: each, concerns: 'all', isExact: true };
  }),
  { kind: 'somebody-else', words: employees, concerns: 'contact', isExact: false, holdsAll: true },
  { kind: 'something-else', words: insurers, concerns: 'all', isExact: false },
  { kind: 'something-else', words: companies, concerns: 'contact', isExact: false },
  { kind: 'something-else', words: places, concerns: 'contact', isExact: false, isPlace: true },
  { kind: 'other-time', words: { test: isEarlier }, concerns: 'all', isExact: false },
  ofDays(/\b(?:letzte[rsnm]?|last(?! ?name)|derni(?:er|ere)s?|laatste|ultim[oa]|vorige[rsn]?|previous)\b/),
  {
    ...ofDays(
      /\b(?:na(?:e)?chste[rsnm]?|next|prochaine?s?|volgende|proxim[oa]|prossim[oa]|kommende[rsnm]?|upcoming)\b/,
    ),
    isNext: true,
  },
  ofDays(
    /\b(?:(?:erste[rsnm]?|first)(?! ?(?:name|hilfe|aid))|premi(?:er|ere)s?(?! secours)|eerste(?! hulp)|primer[oa]?(?! auxilios)|prim[oa](?! soccorso))\b/,
  ),
  { kind: 'negated', words: { test: isNegated }, concerns: 'all', isExact: true },
  { ...ofDays(done), isForDue: true },
];

/** Those that make a difference to fields without a day until which something counts. They come first. */
export const ofAnyField = subjects.filter(({ isForDue }) => !isForDue);

function ofDays(words: RegExp): NameSubject {
  return { kind: 'other-time', words, concerns: 'day', isExact: false };
}
