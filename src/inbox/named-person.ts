import { normalized } from '../diagnostics/composed.ts';
import { onceForText } from '../diagnostics/once-for-text.ts';
import type { Call, UpdateCustomer } from './call.ts';

/** The person whom an event names, as far as it can be compared with the customer in the response to an update. */
export interface NamedPerson {
  /** The first and last name, in any order. */
  readonly name: string;
  /** The paths of the name in the event: `contact.first_name, contact.last_name`. */
  readonly at: string;
  /** True for the name in a billing address, beside which the event names nobody else. */
  readonly isPayer?: boolean;
  /** All other names in the event: of a child, a partner, a company. One of them may be the customer. */
  readonly others?: readonly string[];
  /** All e-mail addresses and phone numbers in the event, whoever they belong to. */
  readonly emails?: readonly string[];
  readonly phones?: readonly string[];
  /** Those that belong to the person by their place and name in the event. */
  readonly own?: OwnData;
  /** All texts of the event that may name the customer: a child, in any answer. */
  readonly texts?: readonly string[];
}

/** The data of the person itself, as texts of the event. */
export interface OwnData {
  readonly emails?: readonly string[];
  readonly mobiles?: readonly string[];
  /** Phone numbers that may be mobile numbers or others. */
  readonly phones?: readonly string[];
  readonly birthdays?: readonly string[];
  /** MALE or FEMALE, as the form of address or the gender of the event means. */
  readonly genders?: readonly string[];
}

/** An event that names nobody under known keys, as far as it can be compared with the customer in the response. */
export interface UnnamedPerson {
  /** The e-mail addresses and phone numbers that may be those of the person. */
  readonly emails: readonly PlacedText[];
  readonly phones: readonly PlacedText[];
  /** The names of people, as far as their form or the e-mail address shows them. */
  readonly names: readonly PlacedText[];
  /** All texts of the event. One of them may name the customer. */
  readonly texts: readonly string[];
}

/** A text of an event with its path, or a name in several texts: `f1, f2`. */
export interface PlacedText {
  readonly text: string;
  readonly at: string;
}

/** Returns the birthdays that an update sets, with the keys of their fields. */
export function birthdaysSent({ additionalFields }: UpdateCustomer): readonly PlacedText[] {
  return additionalFields.flatMap(({ key, change }) =>
    namesBirthday(key) && 'set' in change ? [{ text: change.set.text, at: `additionalFields.${key}` }] : [],
  );
}

/** True if a key means the birthday of the person itself: `birthdate`, `Ihr Geburtsdatum *`, not `Geburtsdatum des Kindes`. */
export const namesBirthday = onceForText(
  (key: string): boolean => key.length <= longestKey && birthday.test(lettersOfKey(key)),
);

const longestKey = 100;
const birthday =
  /^(?:q|question|field|feld|frage|text|date|your|my|ihre?|dein|mein|contact|customer|client|person|patient|kunden?|kontakt|member|lead)?(?:geburtsdatum|geburtstag|gebdatum|gebtag|gebdat|geborenam|wann(?:sindsie|bistdu)geboren|birthdate|birthday|dateofbirth|birthdt|dob|bday|geboortedatum|verjaardag|(?:datede)?naissance|ne(?:e)?le|fecha(?:de)?nacimiento|data(?:di|de)?nascita|data(?:de)?nascimento|nascimento|data(?:di)?urodzenia|urodziny|urodzon[ya]|fodelse(?:datum|dag)|f[oø]dsels(?:dato|dag)|datum(?:narozeni|narodenia)|narozeniny|szuletesi?(?:datum|ido|nap)(?:ja)?|dogum(?:tarihi|gunu)|syntyma(?:aika|paiva)|datanasterii|(?:imerominia|ημερομηνια)(?:gennisis|γεννησης)|datumro[dđ]enja|датарождения)(?:klient(?:a|ki)|pacjent(?:a|ki))?$/;

/** True if a name means a contact for emergencies: `Notfall Telefon`, `emergency_contact`. */
export const namesEmergency = onceForText(
  (name: string): boolean => name.length <= longestName && emergency.test(lettersOfKey(name)),
);

const longestName = 254;
const emergency =
  /notf(?:all|name|tel|nr|on|kontakt|nummer)|^not(?:phone|tel|telefon|handy|mobil|nummer|nr|kontakt|name)$|emergenc|emergenz|noodcontact|noodtel|noodgeval|noodnummer|urgence/;

/** Returns the letters of a key, small and without accents: `ihregeburt` of `Ihre Geburt *`. */
export const lettersOfKey = onceForText((key: string): string =>
  normalized(key, 'NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase(),
);

/** Returns a call without the person of its event. A delivered call is compared already. */
export function withoutPerson(call: Call): Call {
  if (call.operation !== 'updateCustomer' || !(call.person || call.unnamed)) return call;
  const { person: _, unnamed: __, ...rest } = call;
  return rest;
}
