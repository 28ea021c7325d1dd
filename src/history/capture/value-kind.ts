/** The kind of a value, which determines the look of its invented replacement. */
export type ValueKind =
  | 'email'
  | 'phone'
  | 'url'
  | 'iban'
  | 'ip'
  | 'hex'
  | 'date'
  | 'first-name'
  | 'last-name'
  | 'full-name'
  | 'day'
  | 'month'
  | 'year'
  | 'text';

const shapes: readonly (readonly [ValueKind, RegExp])[] = [
  ['email', /^\s*[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+\s*$/],
  ['url', /^\s*[a-z][a-z\d+.-]*:\/\/\S+\s*$/i],
  ['iban', /^[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}(?: ?[\dA-Z]{1,4})?$/],
  ['ip', /^(?:\d{1,3}\.){3}\d{1,3}$/],
  ['hex', /^(?=.*\d)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['hex', /^(?=.*\d)(?=.*[a-f])[\da-f]{16,}$/i],
  ['date', /^\d{4}-\d{1,2}-\d{1,2}(?:[T ][\d:.,]+\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/],
  ['date', /^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?:[ T,]+[\d:.]+(?: ?[AaPp][Mm])?)?$/],
  ['date', /^\d{4}([./])\d{1,2}\1\d{1,2}$/],
  ['phone', /^\s*(?:\+|00)\d[\d\s()./-]{6,}$/],
  ['phone', /^\s*\(?0\d[\d\s()./-]{6,}$/],
];

/** Returns the kind of a text by its form; `text` if it has no special form. */
export function shapeKind(text: string): ValueKind {
  return shapes.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

/** True if a key is a person's address, number or id, as in a map of people, and not a name given by a program. */
export function isValueKey(key: string): boolean {
  return shapeKind(key) !== 'text' || /\d{7}/.test(key.replaceAll(/[\s-]/g, ''));
}

/**
 * The words of keys for a person's data, in the languages of forms and CRMs. They are grouped by the look of the
 * invented value, single words are enough, and an unnecessary one does no harm; the words for finding a field
 * (`check/names`) are grouped by meaning.
 */
const keyKinds: readonly (readonly [ValueKind, string])[] = [
  ['email', 'email e-mail mail courriel correo epost eposta mailadresse emailadresse'],
  [
    'first-name',
    'first firstname fname vorname given givenname forename prenom prénom nombre voornaam nome imie imię fornamn förnamn fornavn jmeno jméno keresztnév ad adı',
  ],
  [
    'last-name',
    'last lastname lname surname nachname familienname family familyname nom apellido apellidos achternaam cognome nazwisko sobrenome apelido efternamn efternavn etternavn prijmeni příjmení vezetéknév soyad soyadı',
  ],
  ['full-name', 'fullname displayname username nickname contactname customername ansprechpartner'],
  [
    'phone',
    'phone tel telefon telephone telefono teléfono téléphone mobile handy mobil cell fax whatsapp telefoon telefone telemovel telemóvel komórka',
  ],
  [
    'date',
    'dob birthdate birthday born geburtstag geburtsdatum naissance geboortedatum nacimiento verjaardag nascita nascimento urodzenia födelsedatum fødselsdato narozeni narození születési doğum',
  ],
  ['day', 'day tag jour dag dia día giorno'],
  ['month', 'month monat mois maand mes mese'],
  ['year', 'year jahr année annee jaar año anno'],
  ['iban', 'iban'],
  [
    'text',
    'age alter note notes notiz comment comments kommentar message nachricht remark bemerkung allergies allergien medication street strasse straße city stadt ort zip plz postcode postal address adresse company firma title salutation anrede gender geschlecht password passwort token secret',
  ],
];

const byWord = new Map(
  keyKinds.flatMap(([kind, words]) => words.split(' ').map(word => [word, kind] as const)),
);

/**
 * Returns the kind of a value by its key, if the key names a person's data: `q3_firstName`, `date-of-birth`,
 * `Geburtstag`.
 */
export function keyKind(key: string): ValueKind | undefined {
  const words = wordsOfKey(key);
  const joined = words.map((word, at) => word + (words[at + 1] ?? ''));
  const birth = words.some(word => /^(birth|geburts|naissance)/.test(word));
  if (birth && words.some(word => word === 'date' || word === 'of' || word === 'tag')) return 'date';
  for (const word of [...joined, ...words]) {
    const kind = byWord.get(word);
    if (kind) return kind;
  }
  return words.at(-1) === 'name' ? 'full-name' : undefined;
}

/** Returns the words of a key in lower case: `q3_firstName` has `q`, `3`, `first` and `name`. */
export function wordsOfKey(key: string): readonly string[] {
  return key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word !== '');
}
