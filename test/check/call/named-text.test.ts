import { describe, expect, it } from 'vitest';
import { mailDoubt, namedTextDoubt, sameAddressPart } from '../../../src/check/call/texts/named-text.ts';
import { fieldOf } from '../catalog.ts';

const mail = [
  'email2 / E-Mail privat',
  'mail / Zweite E-Mail-Adresse',
  'workEmail / Business email',
  'email / Courriel',
];
const code = [
  'zip / PLZ',
  'postalCode / Postleitzahl',
  'zipcode / Zip code',
  'plz2 / PLZ privat',
  'postcode / Postcode',
];

const phone = [
  'phone.home / Telefon (Festnetz)',
  'mobile.phone / Handy',
  'tel2 / Telefon 2',
  'f17 / Mobilnummer privat',
];

const city = ['city / Ort', 'ort / Ort', 'town / Stadt', 'f17 / Wohnort', 'city2 / Ort privat'];
const street = [
  'street / Straße',
  'strasse / Straße und Hausnummer',
  'cf_3 / Strasse',
  'straat / Straat en huisnummer',
];

function fieldNamed(names: string) {
  const [keyName = '', name = ''] = names.split(' / ');
  return fieldOf({ keyName, name });
}

describe('an e-mail address in a text field for one', () => {
  it.each(
    mail.flatMap(names =>
      [
        ['marlene.gross@example,de', 'did you mean "marlene.gross@example.de"?'],
        ['uwe.weiss@example', 'have it corrected where it was entered'],
        ['anna @example.org', 'did you mean "anna@example.org"?'],
        ['mailto:anna@example.org', 'did you mean "anna@example.org"?'],
        ['anna@example.org, berta@example', 'have it corrected where it was entered'],
        ['anna@gmial.com', 'did you mean "anna@gmail.com"? Ask the customer'],
        ['noreply@example.org', 'have the form accept no address, or ask the customer for it'],
      ].map(([text = '', hint]) => [names, text, hint] as const),
    ),
  )('is reported for %s: %s', (names, text, hint) => {
    const doubt = mailDoubt(fieldNamed(names), text);
    expect([doubt?.code, doubt?.hint]).toEqual(['check/not-an-email', hint]);
  });

  it.each([
    ...mail.flatMap(names =>
      ['ada@example.org', 'ada+tag@example.co', 'a@example.org; b@example.org', 'ada@bücher.example'].map(
        text => [names, text] as const,
      ),
    ),
    ['note / Notiz', 'uwe.weiss@example'] as const,
    ['mail.notes / E-Mail oder Telefon', 'uwe.weiss@example'] as const,
    ['instagram / Instagram', '@uwe'] as const,
  ])('is not reported for %s: %s', (names, text) => {
    expect(mailDoubt(fieldNamed(names), text)).toBeUndefined();
  });
});

describe('a text field for e-mail addresses or post codes', () => {
  it.each([
    ...mail.flatMap(names =>
      ['Am Markt 2', 'Ada Example', '+49 151 23456789', 'ja', '01067'].map(text => [names, text]),
    ),
    ...phone.flatMap(names =>
      ['keins', 'mobile', 'ja', 'Ada Example', 'siehe oben', '112'].map(text => [names, text]),
    ),
    ...code.flatMap(names =>
      [
        'Leipzig',
        'Am Markt 2, 04105 Leipzig',
        'ada@example.org',
        'DE',
        '0',
        'Weg 12',
        'Am Ring 5',
        '1010 Wien',
        '14.03.1988',
        '1988-03-14',
        '0171123456',
        'Q123456789',
        'M200145',
        'a123456',
        '123456A',
      ].map(text => [names, text]),
    ),
    ...city.flatMap(names =>
      [
        '04105',
        '8001',
        '0171 1234567',
        '+49 341 12345',
        'ada@example.org',
        'Hauptstr. 5',
        'Lange Straße 12a',
        '14.03.1988',
        'www.example.org',
      ].map(text => [names, text]),
    ),
    ...street.flatMap(names =>
      ['04105', '12', '0171 1234567', 'ada@example.org', '1988-03-14', 'https://example.org'].map(text => [
        names,
        text,
      ]),
    ),
    ...['14', '04105', 'ada@example.org'].map(text => ['country / Land', text]),
  ] as [string, string][])('%s: "%s" is reported', (names, text) => {
    const doubt = namedTextDoubt(fieldNamed(names), text);
    expect(doubt).toMatchObject({ code: 'check/not-of-type', hint: expect.stringContaining('payload') });
    expect(doubt?.message).toContain(`"${text}"`);
  });

  it.each([
    ...mail.flatMap(names =>
      ['ada@example.org', 'Ada <ada@example.org>', 'a@x.de; b@x.de', 'müller@bücher.de', ' '].map(text => [
        names,
        text,
      ]),
    ),
    ...code.flatMap(names =>
      [
        '04105',
        '8001',
        '1012 AB',
        'SW1A 1AA',
        'D-04105',
        '12345-6789',
        'L-1234',
        '101',
        'RO010101',
        'JP-1010021',
        'C1425CLA',
      ].map(text => [names, text]),
    ),
    ...phone.flatMap(names =>
      ['+49 341 12345', '0341/12345', '0171 3920001 (abends)', '12345', 'Büro: 0341 12345'].map(text => [
        names,
        text,
      ]),
    ),
    ...[
      'emergency / Notfalltelefon',
      'callTime / Beste Telefonzeit',
      'phoneOk / Telefon erlaubt',
      'phone.note / Telefon Notiz',
      'kind / Handy oder Festnetz?',
    ].map(names => [names, 'keins']),
    ...code.flatMap(names =>
      ['00-950', '123 45', '1234-567', 'LV-1050', 'VLT 1117', 'D02 X285', 'sw1a 1aa', '12345-678'].map(
        text => [names, text],
      ),
    ),
    ...city.flatMap(names =>
      [
        'Leipzig',
        'Berlin 10',
        '04105 Leipzig',
        'St. Gallen',
        'Frankfurt (Oder)',
        'Paris 15e',
        'Weiden i.d.OPf.',
        "'s-Hertogenbosch",
        'Straßburg',
      ].map(text => [names, text]),
    ),
    ...street.flatMap(names =>
      ['Am Markt 2', 'Q7, 24', 'Straße des 17. Juni 135', '12 rue de la Paix', 'Leipzig', 'Hauptstr.'].map(
        text => [names, text],
      ),
    ),
    ...['Deutschland', 'DE', 'A'].map(text => ['country / Land', text]),
    ...['nr / Nr.', 'number / Kundennummer', 'f17 / Bemerkung', 'place / Ort des Termins'].map(names => [
      names,
      '04105',
    ]),
    ...[
      'mailOk / E-Mail Newsletter',
      'wayOfContact / Kontakt per E-Mail',
      'mail.last / Letzte E-Mail am',
      'zipcity / PLZ und Ort',
      'address / Adresse',
      'email / Anrede',
      'code / Code',
    ].map(names => [names, 'Leipzig']),
  ] as [string, string][])('%s: "%s" is not', (names, text) => {
    expect(namedTextDoubt(fieldNamed(names), text)).toBeUndefined();
  });

  it('with a validator or another type is left to the account', () => {
    const field = fieldOf({ keyName: 'zip', name: 'PLZ' });
    expect(namedTextDoubt({ ...field, validatorRegexp: '^[A-Z]+$' }, 'ABC')).toBeUndefined();
    expect(namedTextDoubt({ ...field, type: 'number' }, 'ABC')).toBeUndefined();
  });

  it.each([
    ['Leipzig', 'Leipzig', true],
    ['Leipzig', ' leipzig', true],
    ['Am Markt 2', 'Am Markt 2', true],
    ['Am Markt 2', 'Leipzig', false],
  ])('gets the same text as the other part of an address: %s and %s', (one, other, isSame) => {
    const fields = [fieldNamed('street / Straße'), fieldNamed('city / Ort')] as const;
    const found = sameAddressPart({ field: fields[0], text: one }, { field: fields[1], text: other });
    expect(found !== undefined).toBe(isSame);
    const apart = [fieldNamed('city / Ort'), fieldNamed('country / Land')] as const;
    expect(sameAddressPart({ field: apart[0], text: one }, { field: apart[1], text: other })).toBeUndefined();
  });
});
