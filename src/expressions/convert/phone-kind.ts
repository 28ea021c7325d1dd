import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Returns why a phone number with a country code is not a mobile number: it is a landline or a service
 * number. Undefined for others, and in countries that have one kind of number for both.
 */
export function whyNoMobile(written: string): string | undefined {
  const text = written.trim();
  if (!text.startsWith('+') || text.length > longest) return undefined;
  const number = parsePhoneNumberFromString(text, { extract: false });
  const type = number?.isValid() ? number.getType() : undefined;
  const of = number?.country === undefined ? '' : ` of ${number.country}`;
  if (type === 'FIXED_LINE') return `is a landline number${of}, and no mobile number`;
  return type !== undefined && services.has(type)
    ? `is a service number${of}, and no mobile number`
    : undefined;
}

/**
 * True if a number without a country code is a landline in one country and a mobile number in another one: 06 12 34 56 78 is
 * one of Basel, and a French mobile number. Both countries: two capital letters.
 */
export function isMobileElsewhere(text: string, country: string, elsewhere: string): boolean {
  return kindIn(text, country) === 'FIXED_LINE' && kindIn(text, elsewhere) === 'MOBILE';
}

function kindIn(text: string, country: string): string | undefined {
  if (text.length > longest) return undefined;
  const options = { extract: false, defaultCountry: country as CountryCode };
  const number = parsePhoneNumberFromString(text, options);
  return number?.isValid() ? number.getType() : undefined;
}

const longest = 40;

const services: ReadonlySet<string> = new Set([
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'VOICEMAIL',
]);
