import { spellings } from '../../../diagnostics/spellings.ts';
import { isGiven } from '../../../receive/answers/answers.ts';

/** The kinds of values that forms divide into parts. */
export type PartKind = 'name' | 'phone' | 'address' | 'date';

/** The meaning of a part: the first name, the area code. Several keys have the same one. */
export interface PartMeaning {
  readonly kind: PartKind;
  readonly role: string;
}

/** Returns the meanings of a key as a part of a value; empty for other keys. `full` may be of any kind. */
export function partMeanings(key: string): readonly PartMeaning[] {
  const plain = spellings(key.slice(0, longestKey))[0]?.replaceAll(' ', '') ?? '';
  return meanings.filter(({ keys }) => keys.test(plain));
}

/** True for a part that many people leave empty: a middle name, a second address line. */
export function isOptionalPart(key: string): boolean {
  return (
    partMeanings(key).some(({ role }) => optionalRoles.has(role)) || /^\d+$/.test(key) || ownText.test(key)
  );
}

/** Returns the keys of an object that have a value. */
export function givenKeys(object: object): readonly string[] {
  return Object.entries(object).flatMap(([key, value]) => (isGiven(value) ? [key] : []));
}

const ownText = /^(?:other|others|sonstiges?|andere[rs]?|autres?|overig|otr[oa]|altr[oa])$/i;
const longestKey = 60;
const optionalRoles: ReadonlySet<string> = new Set([
  'middle',
  'title',
  'suffix',
  'line2',
  'extension',
  'state',
]);

const meanings: readonly (PartMeaning & { readonly keys: RegExp })[] = [
  {
    kind: 'name',
    role: 'first',
    keys: /^(?:first|firstname|given|givenname|forename|fname|vorname|rufname|prenom|nome|primonome|nombre|voornaam)$/,
  },
  {
    kind: 'name',
    role: 'last',
    keys: /^(?:last|lastname|family|familyname|surname|lname|nachname|familienname|zuname|nom|nomdefamille|cognome|apellidos?|achternaam)$/,
  },
  {
    kind: 'name',
    role: 'full',
    keys: /^(?:full|fullname|whole|display|displayname|ganz|vollstandig|vollername|complet|completo|volledig)$/,
  },
  { kind: 'name', role: 'middle', keys: /^(?:middle|middlename|zweitername|zweitname|tussenvoegsel)$/ },
  {
    kind: 'name',
    role: 'title',
    keys: /^(?:title|titel|titre|titolo|prefix|anrede|salutation|civilite|aanhef)$/,
  },
  { kind: 'name', role: 'suffix', keys: /^(?:suffix|namenszusatz)$/ },
  {
    kind: 'phone',
    role: 'full',
    keys: /^(?:full|e164|international|intl|formatted|complete|complet|completo|raw|volledig)$/,
  },
  {
    kind: 'phone',
    role: 'country',
    keys: /^(?:country|countrycode|callingcode|dialcode|dialingcode|land|landesvorwahl|landercode|landeskennzahl|pays|indicatif|paese|prefissointernazionale|pais|landcode|landnummer)$/,
  },
  {
    kind: 'phone',
    role: 'area',
    keys: /^(?:area|areacode|vorwahl|ortsvorwahl|indicatifregional|prefisso|prefijo|netnummer|kengetal)$/,
  },
  {
    kind: 'phone',
    role: 'number',
    keys: /^(?:phone|phonenumber|number|local|nummer|rufnummer|telefon|telefonnummer|subscriber|numero|telephone|telefono|telefoon|nationalnumber)$/,
  },
  { kind: 'phone', role: 'extension', keys: /^(?:ext|extension|durchwahl|poste|interno|toestel)$/ },
  {
    kind: 'address',
    role: 'street',
    keys: /^(?:street|streetaddress|address|addressline1|addrline1|line1|address1|street1|strasse|stra\u00dfe|adresse|rue|via|indirizzo|calle|straat)$/,
  },
  {
    kind: 'address',
    role: 'line2',
    keys: /^(?:addressline2|addrline2|line2|address2|street2|zusatz|adresszusatz|complement|toevoeging)$/,
  },
  {
    kind: 'address',
    role: 'city',
    keys: /^(?:city|town|locality|stadt|ort|wohnort|ville|citta|ciudad|plaats|stad)$/,
  },
  {
    kind: 'address',
    role: 'zip',
    keys: /^(?:zip|zipcode|postal|postalcode|postcode|plz|postleitzahl|codepostal|cp|cap|codigopostal)$/,
  },
  {
    kind: 'address',
    role: 'state',
    keys: /^(?:state|region|province|bundesland|kanton|provincia|provincie)$/,
  },
  { kind: 'address', role: 'country', keys: /^(?:country|land|pays|paese|pais)$/ },
  { kind: 'address', role: 'full', keys: /^(?:full|formatted|fulladdress|oneline)$/ },
  { kind: 'date', role: 'day', keys: /^(?:day|dd|tag|jour|giorno|dia|dag)$/ },
  { kind: 'date', role: 'month', keys: /^(?:month|mm|monat|mois|mese|mes|maand)$/ },
  { kind: 'date', role: 'year', keys: /^(?:year|yyyy|jahr|annee|anno|ano|jaar)$/ },
  { kind: 'date', role: 'full', keys: /^(?:full|date|datetime|datum|iso|data|fecha|formatted)$/ },
];
