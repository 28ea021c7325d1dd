import { plainAnswer } from '../../convert/plain-answer.ts';
import { formOfAnswer, yesOrNo } from './fitting-answer.ts';

/** True for two values of one form, such as a yes or no, or a date. */
export function sameForm(one: unknown, other: unknown): boolean {
  return formOfValue(one) === formOfValue(other);
}

/** Returns the form of a value, such as a date, a yes or no, or any other text. */
export function formOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  const isTick =
    (typeof value === 'string' || typeof value === 'boolean') && plainAnswer(value) !== undefined;
  return formOfAnswer(value) ?? (isTick ? yesOrNo : 'text');
}

/** True for a value whose form few other values have: a yes or no, a date, a phone number, an e-mail address. */
export function isTelling(value: unknown): boolean {
  return !['text', 'number', 'list', 'object'].includes(formOfValue(value));
}
