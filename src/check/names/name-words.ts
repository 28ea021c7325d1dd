/** Small words without a meaning for the subject of a field, in the languages of the API. */
export const fillerWords: ReadonlySet<string> = new Set(
  `a an and at by d das de den der des deine dein die du een en et for from fur fuer het ihr ihre in is l la le les
  mijn my of on or per the to und uw van vom von votre was what which you your zu zum zur`.split(/\s+/),
);

/** Words that only say who a field belongs to, or that it is a field. */
export const ownershipWords: ReadonlySet<string> = new Set(
  `aktuelle all answer cf champ choose client contact crm current custom customer enter feld field form guest
  has have input is klant known kunde kunden name opt optin patient person please profile select selected
  signup user value veld wert`.split(/\s+/),
);

/** Words without a meaning for the subject of a name, including the usual words of questions. */
export const meaninglessWords: ReadonlySet<string> = new Set([
  ...fillerWords,
  ...ownershipWords,
  ...`about am any are as avez be bist bitte c can did do does ein eine einen est gibt haben habt hast hat hebt heeft had
  how i ich ik ist it me mein mon our quel quelle quelles quels question sf sie sind so some that there this us vous wann
  was we welche welchen welcher welches welke were when where which who wie will wo would`.split(/\s+/),
]);

/** Words of names that a tool made itself. A match with a part of such a name has no meaning. */
export const technicalWords: ReadonlySet<string> = new Set(
  `agent api campaign cookie created event gclid fbclid id ids ip order page processed referrer response session
  shipping status submission submitted ticket timestamp token tracking updated url user utm uuid webhook`.split(
    /\s+/,
  ),
);

/** Words with the same meaning, so that `colour` and `color` are equal. */
const sameWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    number: ['nr', 'no', 'num', 'nummer', 'numero'],
    favourite: ['favorite', 'preferred', 'prefered', 'preferee', 'favoriete'],
    color: ['colour'],
    phone: ['telephone', 'telefon', 'telefoon', 'tel'],
    address: ['addr', 'adresse', 'adres'],
  }).flatMap(([word, others]) => others.map(each => [each, word] as const)),
);

/** Returns the word that is compared: the first of its synonyms, without a prefix for the owner. */
export function plainWord(word: string): string {
  const bare = /^(?:kunden|klanten|patienten)(.{4,})$/.exec(word)?.[1] ?? word;
  return sameWords.get(bare) ?? bare;
}

/** Words for the same thing in the languages of the API, each in the form of `spellings`. */
const sameThings: readonly (readonly string[])[] = lists(`
  birthdate, date of birth, born, geboren, birth day, birth date, birthday, bday, dob, date birth, geburtstag,
    geburtsdatum, geburt datum, geboortedatum, verjaardag, date naissance, jour naissance, naissance,
    anniversaire, fecha nacimiento, fecha de nacimiento, data di nascita, data nascita, data de nascimento,
    data nascimento, data urodzenia, urodziny, fodelsedatum, datum narozeni, szuletesi datum, dogum tarihi;
  phone, telephone, telefon, telefonnummer, telefoon, telefoonnummer, tel, landline, festnetz, phone number, fon, telefono, telefone, numer telefonu, telefonszam;
  mobile, mobil, mobile phone, mobilnummer, handy, handynummer, cell, cell phone, cellphone, portable, mobiel,
    gsm, natel, mobile number, movil, cellulare, celular, telemovel, komorka, telefon komorkowy;
  email, e mail, e mail address, mail, mail address, email address, courriel, adresse mail, emailadresse,
    mailadresse, correo, correo electronico, adres email, epost, eposta;
  street, strasse, rue, straat, street address, address line 1, strasse hausnummer, anschrift, calle, ulica, rua, gata, gade, ulice, utca;
  zip, plz, postleitzahl, zip code, zipcode, postcode, postal code, code postal, codigo postal, cap, kod pocztowy, postnummer, psc, iranyitoszam, posta kodu;
  city, town, ort, wohnort, stadt, ville, plaats, woonplaats, stad, ciudad, citta, cidade, miasto, mesto, varos, sehir;
  country, land, pays, pais, paese, kraj;
  company, firma, firmenname, unternehmen, entreprise, societe, bedrijf, organisation, organization,
    company name, bedrijfsnaam, empresa, azienda, foretag, nazwa firmy;
  website, web site, web seite, homepage, webseite, web, internetseite, site web, url;
  profession, occupation, beruf, job, job title, beroep, metier;
  salutation, anrede, civilite, aanhef;
  language, sprache, langue, taal, locale, lang;
  nationality, nationalitaet, nationalitat, staatsangehorigkeit, nationalite, nationaliteit;
  allergies, allergieen, unvertraglichkeit, intolerance, allergias, intoleranz, intoleranzen, intolerances,
    allergy, allergien, allergie, unvertraglichkeiten;
  medication, medicines, medikamente, medicaments, medicijnen, drugs;
  insurance, health insurance, krankenkasse, krankenversicherung, assurance maladie, zorgverzekering;
  doctor, physician, gp, hausarzt, arzt, medecin, huisarts, family doctor;
  children, kids, kinder, enfants, kinderen;
  hobbies, interest, interested, topic, topics, themen, hobby, centre interet, interesse, interests, interessen,
    interesses, centres interet;
  vat, vat id, vat number, ust id, umsatzsteuer id, tva, numero tva, btw, btw nummer;
  iban, bank account, account number, kontonummer, bankverbindung;
  bic, swift, swift code;
  source, lead origin, origin, hear about, heard about, woher, aufmerksam geworden, aufmerksam geworden durch,
    lead source, herkunft, herkomst, origine, quelle, how did hear about us,
    how did find us, wie haben uns gefunden, wie hast uns gefunden, uns gefunden, auf uns aufmerksam,
    auf uns aufmerksam geworden, wie auf uns aufmerksam geworden, found us, wie gefunden, gefunden, gefunden durch,
    gefunden uber, wie gefunden uns, how found us, comment trouve, come trovato, hoe gevonden;
  recommended, referred, referral, empfohlen, empfehlung, recommande, aanbevolen, aanbevolen door;
  newsletter, opt in, optin, news letter, subscribe, subscribed, subscription, mailinglist, marketing,
    marketing consent, marketing state, may write, may we write, may we write to you, email marketing consent,
    email marketing consent state, nieuwsbrief, lettre information, lettre info, mailing list, infolettre, rundbrief,
    nyhedsbrev, nyhetsbrev, boletin, boletin informativo, biuletyn, zpravodaj, hirlevel, bulten, e bulten, uutiskirje,
    uudiskiri, naujienlaiskis, buletin, buletin informativ, bilten, ενημερωτικο, ενημερωτικο δελτιο, enimerotiko,
    enimerotiko deltio, бюлетин, рассылка, розсилка;
  pregnancy, pregnant, schwanger, schwangerschaft, enceinte, grossesse, zwanger, zwangerschap;
  smoker, smoking, raucher, raucherin, rauchen, fumeur, roker;
  height, groesse, korpergrosse, taille, lengte;
  weight, gewicht, poids;
  diet, ernaehrung, ernahrung, alimentation, voeding;
  pets, pet, haustiere, haustier, animaux, huisdieren;
  photo, picture, foto, bild, image, portrait;
  voucher, coupon, voucher code, gutschein, gutscheincode, code promo, bon;
  member number, membership number, member id, mitgliedsnummer, lidnummer, numero membre;
  customer number, client number, kunden number, klant number, kundennummer, klantnummer, custno;
  contact by, contact channel, contact method, contact preference, favourite channel, favourite contact,
    erreichbar, joignable, bereikbaar;
  first visit, first appointment, erster besuch, erste besuch, eerste bezoek, premiere visite;
  hair type, haar typ, haartyp, haar type, haartype, type cheveux;
  satisfaction, zufriedenheit, bewertung, tevredenheid;
  sms, text message;
  license plate, licence plate, number plate, kennzeichen, autokennzeichen, kenteken, plaque;
`);

/** Senders' words for the same things, each after its main name. They are too weak to identify a keyName. */
const sendersWords: readonly (readonly string[])[] = lists(`
  source, utm source, utm campaign, lead campaign, campaign, kampagne;
  website, site;
  hobbies, tag, tags;
  contact by, reach, channel, erreichen;
  first visit, besuch, start time, start date, termin;
  hair type, hair;
  satisfaction, score, nps, rating;
`);

const things = namesOfThings(sameThings);
const sendersThings = namesOfThings(sendersWords);

/** Returns the main name of the thing that plain words name in any order; undefined if unknown. */
export function thingOf(words: readonly string[]): string | undefined {
  return things.get(sortedKey(words)) ?? things.get(words.join(''));
}

/** Does the same, but also knows the words of senders. */
export function thingOfSender(words: readonly string[]): string | undefined {
  return thingOf(words) ?? sendersThings.get(sortedKey(words)) ?? sendersThings.get(words.join(''));
}

function namesOfThings(table: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  return new Map(
    table.flatMap(names =>
      names.flatMap(each => {
        const words = each.split(' ').map(plainWord);
        return [sortedKey(words), words.join('')].map(key => [key, names[0] ?? each] as const);
      }),
    ),
  );
}

function sortedKey(words: readonly string[]): string {
  return [...words].sort().join(' ');
}

/** Splits a text into lists: a list ends at a semicolon, and its names are separated by commas. */
function lists(text: string): readonly (readonly string[])[] {
  const entries = text.split(';').map(entry => entry.trim());
  return entries.filter(entry => entry !== '').map(entry => entry.split(/,\s+/));
}
