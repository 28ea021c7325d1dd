import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';
import { isForPhone } from './phone-field.ts';

/**
 * Returns the doubt about a text field whose name is only that of an e-mail address or a post code, and whose value is
 * something else, such as a street. Fields with other words in their names may hold anything.
 */
export function namedTextDoubt(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.type !== 'text' || field.validatorRegexp !== null) return undefined;
  const kind = kindOf(field);
  if (kind === undefined || text.trim() === '' || kind.fits.test(text)) return undefined;
  return {
    code: 'check/not-of-type',
    message: `${quoted(text)} is set to ${fieldTitle(field)}: it is no ${kind.noun}; it is sent unchanged`,
    hint: `read the value from the ${kind.noun} of the payload; if it is right, give the field in the account another name`,
  };
}

/** True if a text field is by its name for one phone number, one e-mail address or one post code. */
export function takesOne(field: FieldConfiguration): boolean {
  return field.type === 'text' && (isForPhone(field) || kindOf(field) !== undefined);
}

interface Kind {
  readonly noun: string;
  readonly words: RegExp;
  readonly fits: RegExp;
}

const kinds: readonly Kind[] = [
  {
    noun: 'e-mail address',
    words: /^(?:e?mails?|e|courriel|emailad(?:res|resse|dress)|mailad(?:res|resse|dress))$/,
    fits: /\S@\S/,
  },
  {
    noun: 'post code',
    words: /^(?:plz|postleitzahl|postcode|zip|zipcode|postal|postalcode)$/,
    // Some begin or end with letters, as in D-04105, 1012 AB and SW1A 1AA.
    fits: /^(?=.*\d)[\p{L}\d .-]{3,12}$/u,
  },
];

/** Words beside the kind that do not change it. */
const besides =
  /^(?:ad+ress?e?|code|customer|kunden?|kontakt|contact|privat|private|privee?|beruflich|gesch(?:ä|ae)ftlich|business|work|second|secondary|zweite|weitere|andere|alternativ|alternative|other|tweede|de|der|des|\d+)$/;

/** Cached, since every value of a text field passes here. */
const known = new WeakMap<FieldConfiguration, { readonly kind: Kind | undefined }>();

function kindOf(field: FieldConfiguration): Kind | undefined {
  const before = known.get(field);
  if (before) return before.kind;
  const kind = kinds.find(each => isOnly(each, field.name) && isOnly(each, field.keyName));
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
