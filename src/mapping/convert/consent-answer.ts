import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { answerInWords } from './convert-boolean.ts';

/**
 * The answer that a value of a payload gives to a question for a consent: true and false as `as: boolean` reads them. Empty, a dash,
 * an empty box and a text with a word of refusal ("Nein, danke") say no. Undefined where it says neither.
 */
export function consentAnswer(value: unknown): boolean | undefined {
  if (value === null || value === false || value === 0) return false;
  if (value === true || value === 1) return true;
  if (Array.isArray(value) && value.length === 0) return false;
  if (typeof value !== 'string') return undefined;
  const text = withoutBlankEnds(value);
  return answerInWords(text) ?? (isRefusal(text) ? false : undefined);
}

function isRefusal(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return !ticks.test(text);
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some(word => refusals.has(word));
}

/** Signs for a ticked box. */
const ticks = /[\u2611\u2713\u2714\u2705\u{1F5F8}\u{1F5F9}\u{1F44D}]/u;

const refusals: ReadonlySet<string> = new Set(
  (
    'nein nicht kein keine keinen keiner keinem nie niemals ohne abgelehnt ablehnen ablehnung lehne widersprochen ' +
    'widerspreche widerspruch abgemeldet abmelden no not never none don dont decline declined deny denied refuse refused ' +
    'reject rejected unsubscribe unsubscribed nee niet geen non pas refus'
  ).split(' '),
);
