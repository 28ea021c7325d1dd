import { describe, expect, it } from 'vitest';
import { namedTextDoubt } from '../../../src/check/call/named-text.ts';
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

function fieldNamed(names: string) {
  const [keyName = '', name = ''] = names.split(' / ');
  return fieldOf({ keyName, name });
}

describe('a text field for e-mail addresses or post codes', () => {
  it.each([
    ...mail.flatMap(names =>
      ['Am Markt 2', 'Ada Example', '+49 151 23456789', 'ja', '01067'].map(text => [names, text]),
    ),
    ...code.flatMap(names =>
      ['Leipzig', 'Am Markt 2, 04105 Leipzig', 'ada@example.org', 'DE', '0'].map(text => [names, text]),
    ),
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
      ['04105', '8001', '1012 AB', 'SW1A 1AA', 'D-04105', '12345-6789', 'L-1234', '101'].map(text => [
        names,
        text,
      ]),
    ),
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
});
