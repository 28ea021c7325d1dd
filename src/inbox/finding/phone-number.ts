import { cutMark } from './stretches.ts';

/** The minimum number of digits; fewer may be any number. */
const leastDigits = 7;

const phone = /^\s*(?:(?:\+|00)[\d\s()./\-–]|[\d()./\-–])[\d\s()./\-–]*$/;

/** The characters that are allowed between two digits of a phone number. */
const between = '[\\s()./\\-–]{0,3}';

/**
 * Creates a pattern for a phone number in any spelling: `+49 170 1234567`, `0049 (0)170-1234567`, `0170/1234567`.
 * Undefined if the text is none. A number without a country code matches that number in every country.
 */
export function phonePattern(text: string): RegExp | undefined {
  const parts = partsOfNumber(text);
  if (!parts) return undefined;
  const { code, own } = parts;
  const country = code === undefined ? `\\d{1,3}` : [...code].join(between);
  const before = `(?:(?:(?:\\+|00)${between})?${country}${between}(?:\\(?0\\)?${between})?|0${between})`;
  return new RegExp(`(?<![\\d${cutMark}])${before}${[...own].join(between)}(?![\\d${cutMark}])`);
}

/** Returns the digits of a phone number after its country code and its zero, which every spelling contains. */
export function ownDigits(text: string): string | undefined {
  return partsOfNumber(text)?.own;
}

/** Returns the country code of a phone number in international form. */
export function callingCode(text: string): string | undefined {
  return partsOfNumber(text)?.code;
}

function partsOfNumber(
  text: string,
): { readonly code: string | undefined; readonly own: string } | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (!phone.test(text) || digits.length < leastDigits || digits.length > 18) return undefined;
  const isInternational = /^\s*(\+|00)/.test(text);
  if (!isInternational && !digits.startsWith('0')) return undefined;
  const whole = isInternational && !text.includes('+') ? digits.slice(2) : digits;
  const code = isInternational ? codeOf(whole) : undefined;
  const own = (code === undefined ? whole.slice(1) : whole.slice(code.length)).replace(/^0/, '');
  return own.length < leastDigits - 1 ? undefined : { code, own };
}

/** Returns the country code of an international number (ITU-T E.164: no code is the start of another one). */
function codeOf(digits: string): string {
  const code = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.exec(digits)?.[0];
  return code ?? digits.slice(0, 3);
}
