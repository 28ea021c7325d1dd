import { whyNoMobile } from '../../expressions/convert/phone-kind.ts';
import { callingCode, ownDigits } from '../../inbox/finding/phone-number.ts';
import { wordsOfName } from './name-words.ts';

/** Returns an e-mail address as it is compared. */
export function comparedEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** True for an address that is not that of one person: `info@`. It is given as it is compared. */
export function isOfNobody(email: string): boolean {
  return ofNobody.test(email);
}

const ofNobody =
  /^(?:info|no-?reply|kontakt|contact|office|mail|post|hallo|hello|support|service|admin|termine?|bookings?|buchung|rezeption|reception|empfang|salon|praxis|team|test)@/;

/** True if an e-mail address contains one of the names: `lindqvist.mara@example.com`. */
export function namesOne(email: string, names: readonly string[]): boolean {
  const [local = ''] = email.split('@', 1);
  const text = wordsOfName(local).join('');
  return names.some(name => name.length > 3 && text.includes(name));
}

/** Numbers may be written with or without their country: their last digits are enough. */
export function areSameNumbers(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map(digitsOf).sort((a, b) => a.length - b.length);
  return short.length >= 6 && long.endsWith(short.slice(-9));
}

/** The same for mobile numbers. A landline with a country code is none: the people of a household share it. */
export function areSameMobiles(one: string, other: string): boolean {
  return areSameNumbers(one, other) && [one, other].every(each => whyNoMobile(each) === undefined);
}

/** Returns the digits of a phone number without its country code, as far as it is one by its form. */
export function digitsOf(phone: string): string {
  return ownDigits(phone) ?? phone.replaceAll(/\D/g, '');
}

/**
 * True if two numbers may both be mobile numbers, or differ by their country. A landline says nothing beside a mobile number. In most
 * countries all mobile numbers begin with the same digit, which no landline has.
 */
export function isOtherPhone(phone: string, mobile: string | undefined): boolean {
  const [own, known] = [ownDigits(phone), ownDigits(mobile ?? '')];
  if (own === undefined || known === undefined) return false;
  const [code, knownCode] = [callingCode(phone), callingCode(mobile ?? '')];
  if (code !== undefined && knownCode !== undefined && code !== knownCode) return true;
  return own[0] === known[0] && Math.abs(own.length - known.length) <= 2;
}
