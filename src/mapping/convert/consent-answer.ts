import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { onceForText } from '../../diagnostics/once-for-text.ts';
import { answerInWords } from './convert-boolean.ts';

/**
 * Returns the answer of a value to a question for a consent, with true and false as `as: boolean` reads them.
 * An empty value, a dash, an empty box and words of refusal ("Nein, danke") mean no. Undefined for neither.
 */
export function consentAnswer(value: unknown): boolean | undefined {
  if (value === null || value === false || value === 0) return false;
  if (value === true || value === 1) return true;
  if (Array.isArray(value) && value.length === 0) return false;
  return typeof value === 'string' ? answerOfText(value) : undefined;
}

/** Forms have a few answers, and several questions about an event ask for the meaning of one. */
const answerOfText = onceForText((value: string): boolean | undefined => {
  const text = withoutBlankEnds(value);
  return answerInWords(text) ?? (isRefusal(text) ? false : undefined);
});

function isRefusal(text: string): boolean {
  // A date of only zeros, which programs write for "never".
  if (/^0{2,4}[-./]0{1,2}[-./]0{1,4}/.test(text)) return true;
  if (!/[\p{L}\p{N}]/u.test(text)) return !ticks.test(text);
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some(word => refusals.has(word));
}

/** Characters for a ticked box. */
const ticks = /[\u2611\u2713\u2714\u2705\u{1F5F8}\u{1F5F9}\u{1F44D}]/u;

const refusals: ReadonlySet<string> = new Set(
  (
    'nein nicht kein keine keinen keiner keinem nie niemals ohne abgelehnt ablehnen ablehnung lehne widersprochen ' +
    'widerspreche widerspruch abgemeldet abmelden abbestellt abbestellen abgewählt widerrufen no not never none don dont decline declined deny denied refuse refused ' +
    'reject rejected unsubscribe unsubscribed nee niet geen non pas refus'
  ).split(' '),
);
