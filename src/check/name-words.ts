/** Small words that say nothing of what a field is about, in the languages of the API. */
export const fillers: ReadonlySet<string> = new Set(
  `a an and at by d das de den der des deine dein die du een en et for from fur fuer het ihr ihre in is l la le les
  mijn my of on or per the to und uw van vom von votre was what which you your zu zum zur`.split(/\s+/),
);

/** Words by which tools and people say whose field it is, or that it is one. */
export const owners: ReadonlySet<string> = new Set(
  `aktuelle all answer cf champ choose client contact crm current custom customer enter feld field form guest
  has have input is klant known kunde kunden name opt optin patient person please profile select selected
  signup user value veld wert`.split(/\s+/),
);

/** A name with one of these is of a tool's own making: that a part of it fits says nothing. */
export const technical: ReadonlySet<string> = new Set(
  `agent api campaign cookie created event gclid fbclid id ids ip order page processed referrer response session
  shipping status submission submitted ticket timestamp token tracking updated url user utm uuid webhook`.split(
    /\s+/,
  ),
);

/** What people call the same thing, in the languages of the API; each written as `spellings` gives it. */
const sameThings: readonly (readonly string[])[] = [
  ['birthdate', 'birthday', 'bday', 'dob', 'date birth', 'geburtstag', 'geburtsdatum', 'geburt datum'].concat(
    ['geboortedatum', 'verjaardag', 'date naissance', 'jour naissance', 'naissance', 'anniversaire'],
  ),
  ['phone', 'telephone', 'telefon', 'telefonnummer', 'telefoon', 'telefoonnummer', 'tel', 'landline'].concat([
    'festnetz',
    'phone number',
    'fon',
  ]),
  [
    'mobile',
    'mobil',
    'mobile phone',
    'mobilnummer',
    'handy',
    'handynummer',
    'cell',
    'cell phone',
    'cellphone',
  ].concat(['portable', 'mobiel', 'gsm', 'mobile number']),
  [
    'email',
    'mail',
    'mail address',
    'email address',
    'courriel',
    'adresse mail',
    'emailadresse',
    'mailadresse',
  ],
  [
    'street',
    'strasse',
    'rue',
    'straat',
    'street address',
    'address line 1',
    'strasse hausnummer',
    'anschrift',
  ],
  ['zip', 'plz', 'postleitzahl', 'zip code', 'zipcode', 'postcode', 'postal code', 'code postal'],
  ['city', 'town', 'ort', 'wohnort', 'stadt', 'ville', 'plaats', 'woonplaats', 'stad'],
  ['country', 'land', 'pays'],
  [
    'company',
    'firma',
    'firmenname',
    'unternehmen',
    'entreprise',
    'societe',
    'bedrijf',
    'organisation',
  ].concat(['organization', 'company name', 'bedrijfsnaam']),
  ['website', 'homepage', 'webseite', 'web', 'internetseite', 'site web', 'url'],
  ['profession', 'occupation', 'beruf', 'job', 'job title', 'beroep', 'metier'],
  ['salutation', 'anrede', 'civilite', 'aanhef'],
  ['language', 'sprache', 'langue', 'taal', 'locale', 'lang'],
  ['nationality', 'nationalitaet', 'nationalitat', 'staatsangehorigkeit', 'nationalite', 'nationaliteit'],
  ['allergies', 'allergy', 'allergien', 'allergie', 'allergieen', 'unvertraglichkeiten', 'intolerances'],
  ['medication', 'medicines', 'medikamente', 'medicaments', 'medicijnen', 'drugs'],
  [
    'insurance',
    'health insurance',
    'krankenkasse',
    'krankenversicherung',
    'assurance maladie',
    'zorgverzekering',
  ],
  ['doctor', 'physician', 'gp', 'hausarzt', 'arzt', 'medecin', 'huisarts', 'family doctor'],
  ['children', 'kids', 'kinder', 'enfants', 'kinderen'],
  ['hobbies', 'interests', 'interessen', 'interesses', 'centres interet'],
  ['vat', 'vat id', 'vat number', 'ust id', 'umsatzsteuer id', 'tva', 'numero tva', 'btw', 'btw nummer'],
  ['iban', 'bank account', 'account number', 'kontonummer', 'bankverbindung'],
  ['bic', 'swift', 'swift code'],
  ['source', 'lead source', 'herkunft', 'herkomst', 'origine', 'quelle', 'how did hear about us'],
  [
    'recommended',
    'referred',
    'referral',
    'empfohlen',
    'empfehlung',
    'recommande',
    'aanbevolen',
    'aanbevolen door',
  ],
  ['newsletter', 'nieuwsbrief', 'lettre information', 'mailing list', 'infolettre'],
  [
    'pregnancy',
    'pregnant',
    'schwanger',
    'schwangerschaft',
    'enceinte',
    'grossesse',
    'zwanger',
    'zwangerschap',
  ],
  ['smoker', 'smoking', 'raucher', 'raucherin', 'rauchen', 'fumeur', 'roker'],
  ['height', 'groesse', 'korpergrosse', 'taille', 'lengte'],
  ['weight', 'gewicht', 'poids'],
  ['diet', 'ernaehrung', 'ernahrung', 'alimentation', 'voeding'],
  ['pets', 'pet', 'haustiere', 'haustier', 'animaux', 'huisdieren'],
  ['photo', 'picture', 'foto', 'bild', 'image', 'portrait'],
  ['voucher', 'coupon', 'voucher code', 'gutschein', 'gutscheincode', 'code promo', 'bon'],
  ['member number', 'membership number', 'member id', 'mitgliedsnummer', 'lidnummer', 'numero membre'],
  ['license plate', 'licence plate', 'number plate', 'kennzeichen', 'autokennzeichen', 'kenteken', 'plaque'],
];

/** One word for another, so that `colour` and `color` are the same. */
const sameWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    number: ['nr', 'no', 'num', 'nummer', 'numero'],
    favourite: ['favorite', 'preferred', 'prefered', 'preferee', 'favoriete'],
    color: ['colour'],
    phone: ['telephone', 'telefon', 'telefoon', 'tel'],
    address: ['addr', 'adresse', 'adres'],
  }).flatMap(([word, others]) => others.map(each => [each, word] as const)),
);

/** The word by which a word is compared: of several for the same the first, and without whose it is. */
export function plainWord(word: string): string {
  const bare = /^(?:kunden|klanten|patienten)(.{4,})$/.exec(word)?.[1] ?? word;
  return sameWords.get(bare) ?? bare;
}

const things = new Map(
  sameThings.flatMap((names, index) =>
    names.flatMap(each => {
      const words = each.split(' ').map(plainWord);
      return [sortedKey(words), words.join('')].map(key => [key, index] as const);
    }),
  ),
);

/** The number of the thing that these plain words name, in whatever order; undefined where they name none that is known. */
export function thingOf(words: readonly string[]): number | undefined {
  return things.get(sortedKey(words)) ?? things.get(words.join(''));
}

function sortedKey(words: readonly string[]): string {
  return [...words].sort().join(' ');
}
