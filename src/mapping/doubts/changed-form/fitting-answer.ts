import { consentNames } from '../../../inbox/call.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { yesOrNoIn } from '../../evaluate/answer-entry.ts';
import type { Rule } from '../../mapping.ts';

/** The kind of an answer, as far as its form shows it. */
type Kind = 'email' | 'date' | 'phone' | 'boolean' | 'other';

/**
 * True if an answer may be one to a question of which other answers are known, and if its rule can read it: an e-mail
 * address is no consent, and a date is no choice.
 */
export function isFittingAnswer(
  answer: unknown,
  before: readonly unknown[],
  { path, rule }: { readonly path: string; readonly rule?: Rule | undefined },
): boolean {
  const kind = kindOf(answer);
  if (rule && !readableBy(rule, path).has(kind)) return false;
  const kinds = new Set(before.filter(each => each !== null && each !== '').map(each => kindOfSample(each)));
  if (kinds.size === 0 || kinds.has(kind)) return true;
  // A word may be written for a yes, and a day in words.
  return kind === 'other' || (kind === 'boolean' && kinds.has('other'));
}

function readableBy({ as, lookup }: Rule, path: string): ReadonlySet<Kind> {
  const isConsent = consentNames.some(name => name === path);
  if (isConsent || lookup || as === 'boolean' || as === 'choice' || as === 'choices') return chosen;
  if (as === 'date') return days;
  if (as === 'phone') return numbers;
  return as === 'number' ? plain : every;
}

const every: ReadonlySet<Kind> = new Set(['email', 'date', 'phone', 'boolean', 'other']);
const chosen: ReadonlySet<Kind> = new Set(['boolean', 'other']);
const days: ReadonlySet<Kind> = new Set(['date', 'other']);
const numbers: ReadonlySet<Kind> = new Set(['phone', 'other']);
const plain: ReadonlySet<Kind> = new Set(['other']);

function kindOf(answer: unknown): Kind {
  const [first] = [answer].flat();
  if (typeof first === 'boolean') return 'boolean';
  if (typeof first !== 'string') return 'other';
  const text = first.trim();
  if (/^[^\s@]{1,100}@[^\s@]{3,200}$/.test(text)) return 'email';
  if (/^(?:\d{4}-\d\d?-\d\d?(?:T.*)?|\d\d?([./-])\d\d?\1\d{4})$/.test(text)) return 'date';
  return ownDigits(text) === undefined ? 'other' : 'phone';
}

/**
 * Returns the form of an answer if few other answers have it: that of a number, a date, a phone number, an e-mail address, or
 * a yes or no.
 */
export function formOfAnswer(answer: unknown): string | undefined {
  const [first] = [answer].flat();
  if (typeof first === 'number' || (typeof first === 'string' && /^\s*\d{1,6}(?:[.,]\d+)?\s*$/.test(first)))
    return 'number';
  const kind = kindOf(first);
  if (kind === 'boolean' || (typeof first === 'string' && yesOrNoIn(first) !== undefined)) return yesOrNo;
  return kind === 'other' ? undefined : kind;
}

/** The form of a yes or no. */
export const yesOrNo = 'boolean';

/** Samples also have the word for the type of a question. */
function kindOfSample(value: unknown): Kind {
  const type = typeof value === 'string' ? /^(?:(e-?mail)|(phone|tel)|(date))(?:$|_)/i.exec(value) : null;
  if (type) return type[1] ? 'email' : type[2] ? 'phone' : 'date';
  return kindOf(value);
}
