import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { whyNoMobile } from '../../../expressions/convert/phone-kind.ts';
import { phoneHint, whyDamagedPhone } from '../../../mapping/convert/phone-text.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';

/**
 * Returns the doubt about a text field for phone numbers, recognised by its names: a damaged number, or a
 * landline number in a field for mobile numbers.
 */
export function phoneDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.type !== 'text' || !isForPhone(field)) return undefined;
  // A validator decides about the spelling, but it accepts a number with the code of its country twice.
  const isChecked = field.validatorRegexp !== null;
  if (isChecked && !text.startsWith('+')) return undefined;
  const why =
    whyDamagedPhone(text) ?? (isChecked ? undefined : (whySeveralPhones(text) ?? whyMail(field, text)));
  if (why === undefined) return isChecked ? undefined : mobileDoubt(field, text);
  const message = `${quoted(text)} is set to ${fieldTitle(field)}: it ${why}`;
  return { code: 'mapping/not-a-phone', message, hint: phoneHint };
}

/** Describes several numbers in one text, as a list gives them. */
function whySeveralPhones(text: string): string | undefined {
  const parts = text.split(/[,;]/).filter(each => each.replace(/\D/g, '').length >= 6);
  return parts.length > 1 ? `has ${parts.length} numbers in one text` : undefined;
}

/** Describes an e-mail address, unless the field is for both. */
function whyMail({ keyName, name }: FieldConfiguration, text: string): string | undefined {
  return /^[^\s@]{1,64}@[^\s@]{3,200}$/.test(text.trim()) &&
    !/mail|kontakt|contact/i.test(`${keyName} ${name}`)
    ? 'is an e-mail address'
    : undefined;
}

/** Returns the doubt about a landline number in a text field for mobile numbers. */
function mobileDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  if (!text.startsWith('+') || !isForMobile(field)) return undefined;
  const why = whyNoMobile(text);
  if (why === undefined) return undefined;
  const message = `${quoted(text)} is set to ${fieldTitle(field)}: it ${why}`;
  return {
    code: 'check/landline-number',
    message,
    hint: 'set it to a field for any phone number, or have the form ask for both',
  };
}

/** True if all names of a field say that it is for mobile numbers. */
function isForMobile({ keyName, name }: FieldConfiguration): boolean {
  const words = wordsOf(`${keyName} ${name}`);
  return words.some(each => mobileWords.test(each)) && !words.some(each => otherPhoneWords.test(each));
}

const mobileWords =
  /^(?:mobile?|mobiel|handy|whatsapp|sms|\p{L}{0,20}(?:handy|mobil)(?:telefon)?(?:nummer|nr|number)?)$/u;
const otherPhoneWords = /^(?:telefon|telephone|telefoon|fon|phone|tel|festnetz|fax|landline)$/u;

/** Cached, since every value of a text field passes here. */
const forPhone = new WeakMap<FieldConfiguration, boolean>();

/** True if a name of a field says that it is for phone numbers. */
export function isForPhone(field: FieldConfiguration): boolean {
  const known = forPhone.get(field);
  if (known !== undefined) return known;
  const found = wordsOf(`${field.keyName} ${field.name}`).some(each => phoneWords.test(each));
  forPhone.set(field, found);
  return found;
}

function wordsOf(names: string): readonly string[] {
  return names
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

const phoneWords =
  /^(?:(?:tele)?(?:fon|phone)|tel|telefoon|téléphone|mobile?|mobiel|handy|fax|festnetz|rufnummer|notruf|whatsapp|\p{L}{0,20}(?:telefon|handy|mobil|ruf|telefoon|phone)(?:nummer|nr|number)?)$/u;
