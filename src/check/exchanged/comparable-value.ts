import { DateTime } from 'luxon';
import { composedText } from '../../diagnostics/composed.ts';
import { dateReadings } from '../../expressions/convert/read-date.ts';
import { ownDigits } from '../../inbox/finding/phone-number.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { usualDayFormats } from '../call/days/birthday.ts';

/** A value of a field, in the form in which it is compared with values of other fields. */
export interface ComparableValue {
  /** `few`: one of few possible values, so that two customers often have the same one. */
  readonly kind: 'phone' | 'email' | 'day' | 'number' | 'few' | 'text';
  /** Equal for the same value in another spelling. */
  readonly key: string;
  /** The number, or the day in milliseconds. */
  readonly size?: number;
  /** True for a short text, such as a first name. */
  readonly isShort?: true;
}

/** Reads a value for a comparison. `type`: that of its field in the account, if it is known. Undefined for an empty one. */
export function comparableValue(text: string, type: string | undefined): ComparableValue | undefined {
  const written = text.trim();
  if (written === '' || written.length > longestText) return undefined;
  const plain = composedText(written).toLowerCase();
  const isAnswer = /\p{L}/u.test(plain) && answerInWords(plain) !== undefined;
  if (type === 'checkbox' || isAnswer) return { kind: 'few', key: answerKey(plain) };
  if (fewTypes.has(type ?? '')) return { kind: 'few', key: plain };
  return dayIn(written) ?? numberIn(written) ?? addressIn(plain) ?? textOf(plain);
}

/** Longer texts are compared neither quickly nor usefully. */
const longestText = 1_000;
const fewTypes: ReadonlySet<string> = new Set(['selection', 'checkbox_group', 'rating', 'language']);
/** A shorter text may be a code that many customers have. */
const shortestText = 6;
const mostDigits = 9;

function answerKey(plain: string): string {
  const answer = answerInWords(plain);
  return answer === undefined ? plain : String(answer);
}

/** Returns the day of a text by its first reading: fields of one account have one format. */
function dayIn(text: string): ComparableValue | undefined {
  if (!/^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?:19|20)\d{6}$)/.test(text)) return undefined;
  const [day = ''] = text.split(/[ T]/);
  const [first] = dateReadings(day, { parse: usualDayFormats, zone: undefined });
  if (!first) return undefined;
  const { year, month, day: ofMonth } = first.moment;
  const size = DateTime.utc(year, month, ofMonth).toMillis();
  return { kind: 'day', key: String(size), size };
}

function numberIn(text: string): ComparableValue | undefined {
  if (!/^-?\d{1,9}(?:[.,]\d{1,6})?$/.test(text) || text.replace(/\D/g, '').length > mostDigits)
    return undefined;
  if (/^0\d/.test(text)) return undefined;
  const size = Number(text.replace(',', '.'));
  // 1 and 0 are mostly a yes and a no.
  return size === 0 || size === 1
    ? { kind: 'few', key: String(size === 1) }
    : { kind: 'number', key: String(size), size };
}

function addressIn(plain: string): ComparableValue | undefined {
  const digits = ownDigits(plain);
  if (digits !== undefined) return { kind: 'phone', key: digits };
  return /^[^\s@]{1,64}@[^\s@]{3,200}$/.test(plain) ? { kind: 'email', key: plain } : undefined;
}

function textOf(plain: string): ComparableValue {
  if (plain.length >= shortestText) return { kind: 'text', key: plain };
  const isName = /^\p{L}[\p{L} .'-]{1,10}$/u.test(plain);
  return { kind: 'few', key: plain, ...(isName && { isShort: true }) };
}
