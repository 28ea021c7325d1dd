import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';
import { emailDoubt, emailFault } from './email-address.ts';
import { isForPhone } from './phone-field.ts';

/**
 * Returns the doubt about a text field whose name is only that of an e-mail address, a phone number or a part of an address, and
 * whose value is something else, such as a post code as a city. Fields with other words in their names may hold anything.
 */
export function namedTextDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.type !== 'text' || field.validatorRegexp !== null) return undefined;
  const kind = kindOf(field);
  if (kind === undefined || text.trim() === '' || kind.fits(text.trim())) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}: it is no ${kind.noun}; it is sent unchanged`,
    hint: `read the value from the ${kind.noun} of the payload; if it is right, give the field in the account another name`,
  };
}

/**
 * Returns the doubt about a text field whose name is only that of an e-mail address, and whose value is one to which
 * nothing can be delivered, as for the e-mail address of a booking. Several addresses are judged one by one.
 */
export function mailDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.type !== 'text' || field.validatorRegexp !== null || kindOf(field) !== mailKind) return undefined;
  const parts = text
    .split(/[,;\s]+/)
    .map(each => each.trim())
    .filter(each => each !== '');
  const isSeveral = parts.length > 1 && parts.every(each => /\S@\S/.test(each));
  for (const each of isSeveral ? parts : [text.trim()]) {
    const fault = emailFault(each);
    if (!fault) {
      const doubt = emailDoubt(each);
      if (doubt) return doubt;
      continue;
    }
    const hint = fault.meant === undefined ? 'have it corrected where it was entered' : fault.hint;
    return { ...fault, message: `${fault.message}; it is sent unchanged`, hint };
  }
  return undefined;
}

/** Returns the doubt about two fields of an address that get the same text, such as a city as a street. */
export function sameAddressPart(
  one: { readonly field: FieldConfiguration; readonly text: string },
  other: { readonly field: FieldConfiguration; readonly text: string },
): Fault | undefined {
  const kinds = [kindOf(one.field), kindOf(other.field)];
  const isSame = one.text.trim().toLowerCase() === other.text.trim().toLowerCase();
  if (!isSame || kinds[0] === kinds[1] || !kinds.every(each => each?.isOfPlace)) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(other.text)} is set to ${fieldTitle(one.field)} and to ${fieldTitle(other.field)}; it is sent unchanged`,
    hint: `read the ${kinds[0]?.noun} and the ${kinds[1]?.noun} from two values of the payload`,
  };
}

/** True if a text field is by its name for one phone number, one e-mail address or one part of an address. */
export function takesOne(field: FieldConfiguration): boolean {
  return field.type === 'text' && (isForPhone(field) || kindOf(field) !== undefined);
}

interface Kind {
  readonly noun: string;
  readonly words: RegExp;
  readonly fits: (text: string) => boolean;
  /** True for a part of an address that has a name. */
  readonly isOfPlace?: true;
}

/** An e-mail address or a web address. */
const electronic = /\S@\S|^(?:https?:\/\/|www\.)/i;
const day = /^(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d.*)$/;
const onlyDigits = /^[+(]?[\d\s()/.-]+$/;
/** A street with its number: `Hauptstr. 5`, `Am Markt-Platz 2`. */
const street =
  /(?:stra(?:ß|ss)e|str\.?|weg|platz|allee|gasse|straat|laan|street|road|avenue)\s+\d{1,4}\s?[a-z]?$|^(?:rue|avenue|via)\s|^(?:am|an de[nr]|auf de[mr]|im|in de[nr]|zum|zur)\s.{1,60}\s\d{1,4}\s?[a-z]?$/i;

const mailKind: Kind = {
  noun: 'e-mail address',
  words: /^(?:e?mails?|e|courriel|emailad(?:res|resse|dress)|mailad(?:res|resse|dress))$/,
  fits: text => /\S@\S/.test(text),
};

const kinds: readonly Kind[] = [
  mailKind,
  {
    noun: 'phone number',
    words:
      /^(?:(?:tele)?(?:fon|phone)|tel|telefoon|téléphone|mobile?|mobiel|handy|fax|festnetz|landline|rufnummer|whatsapp|(?:telefon|handy|mobil|mobilfunk|fax|telefoon)(?:nummer|nr|number)?)$/,
    // An e-mail address is reported as such.
    fits: text => text.replace(/\D/g, '').length >= 5 || /\S@\S/.test(text),
  },
  {
    noun: 'post code',
    words: /^(?:plz|postleitzahl|postcode|zip|zipcode|postal|postalcode)$/,
    fits: isPostCode,
  },
  {
    noun: 'city',
    words: /^(?:ort|wohnort|stadt|city|town|ville|plaats|woonplaats|citt(?:à|a)|ciudad)$/,
    fits: text => !electronic.test(text) && !onlyDigits.test(text) && !day.test(text) && !street.test(text),
    isOfPlace: true,
  },
  {
    noun: 'street',
    words: /^(?:stra(?:ß|ss)e|street|straat|rue|calle)$/,
    fits: text => !electronic.test(text) && !onlyDigits.test(text) && !day.test(text),
    isOfPlace: true,
  },
  {
    noun: 'country',
    words: /^(?:land|country|pays|staat|pa(?:í|i)s)$/,
    fits: text => !electronic.test(text) && !onlyDigits.test(text) && !day.test(text),
  },
];

/** True for a post code of any country, such as D-04105, 1012 AB and SW1A 1AA. */
function isPostCode(text: string): boolean {
  if (!/^(?=.*\d)[\p{L}\d .-]{3,12}$/u.test(text) || day.test(text)) return false;
  // No country joins letters with so many digits, as the number of an insurance does: Q123456789.
  if (/(?:^|[^\p{L}])\p{L}\d{6}|\p{L}\d{7}|\d{6}\p{L}/u.test(text)) return false;
  // Some are long, and none has the form of a word: `Weg 12`.
  return text.replace(/\D/g, '').length <= 9 && !/\p{L}\p{Ll}{2}/u.test(text);
}

/** Words beside the kind that do not change it. */
const besides =
  /^(?:ad+ress?e?|code|customer|kunden?|kontakt|contact|privat|home|zuhause|private|privee?|beruflich|gesch(?:ä|ae)ftlich|business|work|second|secondary|zweite|weitere|andere|alternativ|alternative|other|tweede|de|der|des|und|and|en|hausnummer|hausnr|huisnummer|nummer|number|nr|\d+)$/;

/** A key that says nothing about its field: `f17`, `cf_3`, `custom12`. */
const opaqueKey = /^(?:f|cf|fld|field|feld|custom|customfield|zusatz|zusatzfeld|attr|attribute)?[_.-]?\d+$/i;

/** Cached, since every value of a text field passes here. */
const known = new WeakMap<FieldConfiguration, { readonly kind: Kind | undefined }>();

function kindOf(field: FieldConfiguration): Kind | undefined {
  const before = known.get(field);
  if (before) return before.kind;
  const names = opaqueKey.test(field.keyName) ? [field.name] : [field.name, field.keyName];
  const kind = kinds.find(each => names.every(name => isOnly(each, name)));
  known.set(field, { kind });
  return kind;
}

function isOnly({ words }: Kind, name: string): boolean {
  const all = name
    .replace(/(\p{Ll})(\p{Lu}|\d)/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  return all.some(each => words.test(each)) && all.every(each => words.test(each) || besides.test(each));
}
