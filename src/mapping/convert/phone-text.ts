import {
  hasCodeTwice,
  isDay,
  numberWithDecimal,
  roundedNumber,
} from '../../expressions/convert/convert-phone.ts';

/** Advice for a rule, so that it refuses texts that are not phone numbers and sends one format. */
export const phoneHint =
  'write {from: ..., as: phone, country: DE} with the country of the customers: it refuses texts that are not phone numbers, and sends one format';

/**
 * Returns the reason why a text that is sent unchanged as a phone number is not one or cannot be dialled;
 * undefined if it may be one, in any spelling.
 */
export function whyNoPhone(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').length;
  if (digits < 5) return 'is not a phone number';
  if (isDay(text)) return 'is a date and not a phone number';
  const spoilt = whySpoilt(text);
  if (spoilt !== undefined) return spoilt;
  if (digits > 15) return 'has too many digits for one phone number';
  return /\p{L}/u.test(text.replace(/(?:ext|durchwahl|dw|tel|fon|mobil|mobile|handy)\b\.?:?/giu, ''))
    ? 'has words beside the number'
    : undefined;
}

/**
 * Does the same for a field that may contain something other than one number, such as when to call. It
 * reports only phone numbers that were damaged on the way.
 */
export function whyDamagedPhone(text: string): string | undefined {
  if (isDay(text)) return 'is a date and not a phone number';
  const isNumber = /^['+\d(\s][\d\s()./,+'-]{5,30}(?:[eE]\+?\d{1,2})?$/.test(text);
  return isNumber && text.replace(/\D/g, '').length >= 7 ? whySpoilt(text) : undefined;
}

/** Describes the damage that programs, especially spreadsheets, do to numbers. */
function whySpoilt(text: string): string | undefined {
  const number = text.trim();
  if (roundedNumber.test(number)) return 'is a phone number that a spreadsheet rounded, so digits are lost';
  if (numberWithDecimal.test(number)) return 'has a decimal, as programs write a number';
  if (/^['\u2019]/.test(number)) return 'has the apostrophe with which a spreadsheet marks a text';
  if (/\+.*\+/su.test(number)) return 'has + twice';
  if (/\d[\s()./-]*\+/u.test(number)) return 'has its + behind other digits';
  if (/^\+\s?(?:(?:4[1349]|3[123])\s?)?00/.test(number)) return 'has both + and 00 before its country code';
  if (/^(?:\+|00)\s?(?:4[1349]|3[123])[\s(]*0\d/.test(number))
    return 'has a 0 behind the code of the country, which is not dialled';
  if (hasCodeTwice(number.replace(/^00/, '+'))) return 'has the code of its country twice';
  if (number.startsWith('+'))
    return digitsOf(number) < 8 ? 'is too short for a number with its country code' : undefined;
  return /^[(\s]*[1-9]/.test(number) && digitsOf(number) <= 15
    ? 'has neither + nor 0 before it, so its country or its area is not known'
    : undefined;
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, '').length;
}
