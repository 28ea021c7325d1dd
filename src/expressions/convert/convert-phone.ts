import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Converted, shown } from './scalar-text.ts';

/** The maximum length; a phone number with words ("ext.", "Durchwahl", a country) is shorter. */
const longest = 100;

/**
 * Reads a phone number as people and programs write it, and returns it in E.164: `+4930123456`. `country` is
 * the country of numbers without a calling code. Digits that begin with a calling code, without `+` or `00`,
 * may be a whole number or a national one. They are read if only one reading is a number, or only one is a
 * mobile number of the country. Otherwise they are refused, so that no code is written twice.
 */
export function convertPhone(written: string, country: string | undefined): Converted<string> {
  const text = inPlainDigits(written.trim());
  if (text.length > longest) return { fault: `${shown(text)} is too long to be a phone number` };
  const spoilt = rounded(text);
  if (spoilt) return spoilt;
  if (isDay(text)) return { fault: `${shown(text)} is a date and not a phone number` };
  const own = parsed(text, country);
  const whole = hasPrefix(text) ? undefined : parsed(`+${text}`, undefined);
  if (own && hasPrefix(text) && repeatsCode(own)) return twice(text, own);
  if (country === undefined) return own ? { value: own.number } : withoutCode(text, whole);
  if (!own || !whole || own.number === whole.number) {
    const number = own ?? whole;
    if (number && number === own && lacksAreaCode(text, own)) return withoutAreaCode(text, own);
    if (number) return { value: number.number };
    return noNumber(text, country);
  }
  const meant = oneMobile(own, whole);
  return meant ? { value: meant.number } : inDoubt(text, own, whole);
}

/** Returns the fault of a text that is no phone number, neither of the country nor with its calling code. */
function noNumber(text: string, country: string): Converted<string> {
  if (isIncomplete(text, country)) return incomplete(text, country);
  const unassigned = unassignedCode(text);
  if (unassigned !== undefined)
    return {
      fault: `${shown(text)} has the country code ${unassigned}, and no phone number of that country has these digits`,
      ...severalNumbers(text, country),
    };
  return {
    fault: `${shown(text)} is neither a phone number of ${country} nor one with its country code`,
    ...ofNeighbour(text),
    ...withWords(text, country),
    ...severalNumbers(text, country),
  };
}

/** True for a date of a person's life: `3.7.1979`, `1979-07-03`. No phone number is written like that. */
export function isDay(text: string): boolean {
  return /^(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1|(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/)(?:19|20)\d{2}$|^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(
    text.trim(),
  );
}

/** Returns the country code of digits behind + or 00 that have the length of a number, but are not assigned. */
function unassignedCode(text: string): string | undefined {
  if (!hasPrefix(text)) return undefined;
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), { extract: false });
  return number?.isPossible() === true ? `+${number.countryCallingCode}` : undefined;
}

/**
 * True for digits that are a mobile number of the country, or of their calling code, with a few more behind them. `01 512345`
 * is a number of Vienna as it is written.
 */
function isIncomplete(text: string, country: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  if (digits < fewestDigits || /^\D*01\D/.test(text) || !/^[\d\s()+/.-]+$/.test(text)) return false;
  return missingDigits.some(more => parsed(`${text}${more}`, country)?.getType() === 'MOBILE');
}

const fewestDigits = 6;
const missingDigits = ['2', '23', '234', '2345', '23456', '234567'];

function incomplete(text: string, country: string): Converted<string> {
  return {
    fault: `${shown(text)} is too short for a mobile number${/^\D*(?:\+|00)/.test(text) ? '' : ` of ${country}`}: digits are missing at its end`,
    hint: 'have the customer give the whole number, and have the form ask for a valid one',
  };
}

/**
 * True for the digits of a landline without an area code: `4712233`. In Germany and Austria, numbers have different
 * lengths, so that the first digits also are an area code of another town.
 */
function lacksAreaCode(text: string, { country, nationalNumber }: PhoneNumber): boolean {
  const isOfVaryingLength = country === 'DE' || country === 'AT';
  return isOfVaryingLength && !hasPrefix(text) && nationalNumber.length <= longestLocal;
}

const longestLocal = 8;

function withoutAreaCode(text: string, { countryCallingCode }: PhoneNumber): Converted<string> {
  return {
    fault: `${shown(text)} has neither a calling code nor the 0 of an area code, and is too short to be sure of its area code`,
    hint: `have the form ask for the number with its area code, as in 0351 4712233 or +${countryCallingCode} 351 4712233`,
  };
}

/** Advice for a number that a neighbour has as it is written. */
function ofNeighbour(text: string): { readonly hint?: string } {
  if (!/^[^\d+]*0[1-9]/.test(text)) return {};
  const found = neighbours.filter(each => parsed(text, each));
  if (found.length === 0) return {};
  return {
    hint: `it may be a number of ${found.join(' or ')}: have the sender write + and the code of its country; if all numbers of this sender are from there, write country: ${found[0]}`,
  };
}

const neighbours: readonly CountryCode[] = ['DE', 'AT', 'CH'];

/** Advice for a number with words beside it: `0171 1234567 (abends)`. */
function withWords(text: string, country: string): { readonly hint?: string } {
  const [part, ...more] = text.match(/\+?\d[\d\s()/.-]{4,40}\d/g) ?? [];
  if (part === undefined || more.length > 0 || !/\p{L}{2}/u.test(text) || !parsed(part, country)) return {};
  return {
    hint: 'words stand beside the number: have the form ask for the number alone; onInvalid: drop in the rule sends the other values without it',
  };
}

/** Advice for a text that contains two numbers, or a second calling code. */
function severalNumbers(text: string, country: string): { readonly hint?: string } {
  const last = text.lastIndexOf('+');
  const behind = last > 0 ? parsed(text.slice(last), undefined) : undefined;
  if (behind && /^\+\d{1,3}\s*$/.test(text.slice(0, last)))
    return { hint: `have the sender write ${behind.number}` };
  const parts = text.split(/[/,;|&]|\s(?:und|oder|and|or)\s/).filter(each => parsed(each.trim(), country));
  if (parts.length < 2) return {};
  return { hint: 'have the form ask for one number in each field: this text has several' };
}

/** True if a number with + has its calling code twice, as in `+4949151…`. */
export function hasCodeTwice(written: string): boolean {
  const text = inPlainDigits(written.trim());
  if (!text.startsWith('+') || text.length > longest) return false;
  const number = parsePhoneNumberFromString(text, { extract: false });
  return number !== undefined && repeatsCode(number);
}

/** Some area codes begin with the country's calling code: then the rest must be a mobile number. */
function repeatsCode(number: PhoneNumber): boolean {
  const { countryCallingCode, nationalNumber } = number;
  if (!nationalNumber.startsWith(countryCallingCode)) return false;
  const rest = parsed(`+${nationalNumber}`, undefined);
  return rest !== undefined && (rest.getType() === 'MOBILE' || !number.isValid());
}

function twice(text: string, { countryCallingCode: code, nationalNumber }: PhoneNumber): Converted<string> {
  return {
    fault: `${shown(text)} has the calling code ${code} twice`,
    hint: `have the sender write +${nationalNumber}`,
  };
}

/** The extension of a phone number, which E.164 cannot express: `12` in `030 123456 ext. 12`. */
export function extensionOf(written: string, country: string | undefined): string | undefined {
  const text = inPlainDigits(written.trim());
  return text.length > longest ? undefined : parsed(text, country)?.ext;
}

/** Returns the other possible number for digits without a prefix that are read as a mobile number. */
export function otherReading(written: string, country: string | undefined): PhoneNumber | undefined {
  const text = inPlainDigits(written.trim());
  if (country === undefined || text.length > longest || hasPrefix(text)) return undefined;
  const own = parsed(text, country);
  const whole = parsed(`+${text}`, undefined);
  return own?.getType() === 'MOBILE' && whole?.number !== own.number ? whole : undefined;
}

/**
 * Returns the mobile number of the neighbour for digits that begin with 0 and are read as a landline: numbers of Vienna (01)
 * may have as many digits as a German mobile number, and `0664 …` is no area code of Germany as it is written.
 */
export function mobileElsewhere(written: string, country: string | undefined): PhoneNumber | undefined {
  const text = inPlainDigits(written.trim());
  if (text.length > longest || parsed(text, country)?.getType() !== 'FIXED_LINE') return undefined;
  const isGerman = country === 'AT' && /^[^\d+]*0[1-9]/.test(text);
  const isAustrian = country === 'DE' && austrianCode.test(text);
  if (!isGerman && !isAustrian) return undefined;
  const there = parsed(text, isGerman ? 'DE' : 'AT');
  return there?.getType() === 'MOBILE' ? there : undefined;
}

/** Codes of Austrian mobile networks, set apart from the number, that are no area codes of Germany (0661 is Fulda). */
const austrianCode = /^\(?0(?:6[69][0]|650|66[34578]|67[06789]|68[0689]|699)\)?[\s/.-]/;

/**
 * Returns a number with ASCII digits and plus signs: full-width and Arabic ones mean the same. Spreadsheets write an
 * apostrophe before a text that begins with `+`.
 */
function inPlainDigits(text: string): string {
  return text
    .replace(/^'(?=[+\d])/, '')
    .replace(/[\uFF0B\uFE62\u207A]/g, '+')
    .replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, digit => {
      const code = digit.charCodeAt(0);
      return String(code - (zeros.find(zero => code >= zero && code < zero + 10) ?? code));
    });
}

/** Digits: full-width, Arabic and Persian. */
const zeros = [0xff10, 0x0660, 0x06f0];

function parsed(text: string, country: string | undefined): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country !== undefined && { defaultCountry: country as CountryCode }),
  });
  return number?.isValid() ? number : undefined;
}

/** True if a number has an unambiguous start: a calling code after `+` or `00`, or the 0 of its country. */
function hasPrefix(text: string): boolean {
  return /^[^\d+]*(?:\+|0)/.test(text);
}

/**
 * Chooses between two readings. WhatsApp and spreadsheets write a whole mobile number of the country (4915…).
 * Digits that are a mobile number of the country, and otherwise a landline abroad, have lost their 0 (151…).
 */
function oneMobile(own: PhoneNumber, whole: PhoneNumber): PhoneNumber | undefined {
  const isOwnMobile = own.getType() === 'MOBILE';
  const isWholeMobile = whole.getType() === 'MOBILE';
  if (isOwnMobile === isWholeMobile) return undefined;
  if (isOwnMobile) return own;
  return own.countryCallingCode === whole.countryCallingCode ? whole : undefined;
}

/** A long number as a narrow column of a spreadsheet shows it (`4.91512E+12`) and a CSV file then has it. */
export const roundedNumber = /^\d(?:[.,]\d+)?[eE]\+?\d{1,2}$/;

/** A number with a decimal, as programs write a column of numbers with empty cells (`17112345678.0`). */
export const numberWithDecimal = /^\+?\d{7,16}\.0$/;

function rounded(text: string): Extract<Converted<string>, { readonly fault: string }> | undefined {
  if (numberWithDecimal.test(text)) {
    return {
      fault: `${shown(text)} is a phone number with a decimal, as programs write a number`,
      hint: 'have the sender send a text, or format the column as text in the spreadsheet',
    };
  }
  if (!roundedNumber.test(text)) return undefined;
  return {
    fault: `${shown(text)} is a phone number that a spreadsheet rounded, so digits are lost`,
    hint: 'format the column as text in the spreadsheet, enter the whole number again, and save the file again',
  };
}

function inDoubt(text: string, own: PhoneNumber, whole: PhoneNumber): Converted<string> {
  const code = whole.countryCallingCode;
  const country = ownerOfCode(whole);
  const of = country === undefined ? '' : `, the calling code of ${country}`;
  return {
    fault: `${shown(text)} begins with ${code}${of}, and may also be a number of ${own.country ?? 'the country'} without its 0`,
    hint: `have the sender write +${code} or 00${code} before the number, or 0 before one without a code`,
  };
}

/** Returns the country that people know a calling code by: +44 7911 is a number of Guernsey, and 44 is the code of GB. */
function ownerOfCode({ country }: PhoneNumber): string | undefined {
  return country && (mainCountries[country] ?? country);
}

const mainCountries: Readonly<Partial<Record<CountryCode, CountryCode>>> = {
  ...{ GG: 'GB', IM: 'GB', JE: 'GB' },
  ...{ VA: 'IT', SJ: 'NO', AX: 'FI', CC: 'AU', CX: 'AU', EH: 'MA', YT: 'RE', BL: 'GP', MF: 'GP' },
};

/** A country in the rule itself would count for each destination that the rule can reach. */
const ofDestination =
  'say which country numbers without such a code are from: put defaults: {country: DE} with that country to the destination in the config, or add country: to the rule if it is the same for all destinations';

function withoutCode(text: string, whole: PhoneNumber | undefined): Converted<string> {
  const fault = `${shown(text)} is not a phone number with its country code (+49...)`;
  if (text.startsWith('+')) return { fault };
  const country = whole && ownerOfCode(whole);
  if (!whole || country === undefined || !('value' in convertPhone(text, country)))
    return { fault, hint: ofDestination };
  const hint = `it begins with ${whole.countryCallingCode}, the calling code of ${country}: add country: ${country}, or have the sender write + before it`;
  return { fault, hint };
}
