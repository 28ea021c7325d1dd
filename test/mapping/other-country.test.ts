import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

async function reported(rule: string, payload: object): Promise<readonly string[]> {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields: {tel: ${rule}}\n`;
  return codesOf(await evaluateYaml(text, { payload: { nr: 7, ...payload } }));
}

const german = '{from: tel, as: phone, country: DE}';
const swiss = '{from: tel, as: phone, country: CH}';

describe('a phone number of another country than that of the rule', () => {
  it.each([
    [german, { tel: '0664 1234567', country: 'AT' }],
    [german, { tel: '0664 1234567', land: 'Österreich' }],
    [german, { tel: '0664/1234567', country: 'Austria' }],
    [german, { tel: '0664-1234567', country_code: 'AT' }],
    [german, { tel: '0664 1234567', countryCode: 'at' }],
    [german, { tel: '079 123 45 67', country: 'Schweiz' }],
    [german, { tel: '079 123 45 67', address: { country: 'CH' } }],
    [german, { tel: '079 123 45 67', billing_address: { country: 'Switzerland' } }],
    [german, { tel: '(0664) 1234567', adresse: { land: 'AT' } }],
    [swiss, { tel: '079 123 45 67', country: 'DE' }],
    ['{from: contact.tel, as: phone, country: DE}', { contact: { tel: '0664 1234567', country: 'AT' } }],
    ['{from: contact.tel, as: phone, country: DE}', { contact: { tel: '0664 1234567' }, country: 'AT' }],
    [german, { tel: '0664 1234567', mailing_country: 'AT' }],
    [german, { tel: '0664 1234567', BillingCountry: 'Österreich' }],
    [german, { tel: '0664 1234567', MailingCountryCode: 'AT' }],
    [german, { tel: '0664 1234567', phone_country: 'AT' }],
    [german, { tel: '0664 1234567', countryPhoneIso: 'at' }],
    [german, { tel: '0664 1234567', country_iso: 'AT' }],
    [german, { tel: '0664 1234567', pays: 'Autriche' }],
    [german, { tel: '07700 900123', mailing_country: 'United Kingdom' }],
    [
      `{from: 'tels[type = "m"].nr', as: phone, country: DE}`,
      {
        tels: [
          { type: 'm', nr: '0664 1234567', countryCode: 'AT' },
          { type: 'h', nr: '1' },
        ],
      },
    ],
    [
      '{from: a.b.tel, as: phone, country: DE}',
      { a: { b: { tel: '0664 1234567' }, address: { country: 'AT' } } },
    ],
    // By the other numbers of the event: a landline in one country, and a mobile number in the other.
    [swiss, { tel: '06 12 34 56 78', mobile: '+33 6 12 34 56 99' }],
    [swiss, { tel: '06.12.34.56.78', kontakt: { telefon: '0033 6 12 34 56 99' } }],
    [`{from: 'tel', as: phone, country: AT}`, { tel: '0171 3920000', mobile: '+49 171 3920001' }],
  ])('is reported: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual(['mapping/ambiguous-value']);
  });

  it.each([
    [german, { tel: '0171 1234567', country: 'DE' }],
    [german, { tel: '0171 1234567', country: 'Deutschland' }],
    [german, { tel: '0171 1234567', country: 'Germany' }],
    [german, { tel: '0171 1234567' }],
    [german, { tel: '+43 664 1234567', country: 'AT' }],
    [german, { tel: '0043 664 1234567', country: 'AT' }],
    [german, { tel: '0171 1234567', country: '' }],
    [german, { tel: '0171 1234567', country: 'unbekannt' }],
    [german, { tel: '0171 1234567', company: { country: 'AT' } }],
    [swiss, { tel: '079 123 45 67', land: 'Schweiz' }],
    [german, { tel: '0171 1234567', phone_country: '43' }],
    [german, { tel: '0171 1234567', landing_page: 'AT', country_manager: 'AT' }],
    [
      `{from: 'tels[type = "m"].nr', as: phone, country: DE}`,
      {
        tels: [
          { type: 'm', nr: '0171 1234567', countryCode: 'DE' },
          { type: 'h', countryCode: 'AT' },
        ],
      },
    ],
    [
      '{from: tel, as: phone, country: DE, because: all are German numbers}',
      { tel: '0171 1234567', country: 'AT' },
    ],
    ["{from: '$phone(tel, country)'}", { tel: '0664 1234567', country: 'AT' }],
    // A mobile number of the rule's country, beside a friend abroad.
    [swiss, { tel: '079 123 45 67', emergency: '+49 171 3920001' }],
    [german, { tel: '0171 3920000', emergency: '+33 6 12 34 56 99' }],
    [swiss, { tel: '061 234 56 78', mobile: '+41 79 123 45 67', other: '+33 6 12 34 56 99' }],
    [swiss, { tel: '044 668 18 00', emergency: '+33 6 12 34 56 99' }],
    [
      '{from: tel, as: phone, country: CH, because: all are Swiss numbers}',
      { tel: '06 12 34 56 78', mobile: '+33 6 12 34 56 99' },
    ],
  ])('is not reported: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual([]);
  });
});
