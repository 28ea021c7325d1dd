import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

interface Row {
  readonly zip: unknown;
  readonly others?: object;
  readonly rule?: string;
  readonly key?: string;
  readonly head?: string;
}

async function reported({ zip, others = {}, rule = 'plz', key = 'zip', head = '' }: Row) {
  const text = `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${key}: ${rule}\n`;
  const payload = { nr: 7, plz: zip, ...others };
  return codesOf(await evaluateYaml(text, { payload }));
}

const german = 'defaults: {country: DE}\n';
const inZone = (zone: string) => `defaults: {zone: ${zone}}\n`;

describe('a post code that became a number', () => {
  it.each<Row>([
    { zip: 4105, head: german },
    { zip: '4105', head: german },
    { zip: ' 4105 ', head: german },
    { zip: '1067', head: german },
    { zip: '9999', others: { land: 'Deutschland' } },
    { zip: '4105', others: { Land: 'D' } },
    { zip: '4105', others: { country: 'DE' } },
    { zip: '4105', others: { country: 'Germany' }, head: 'defaults: {country: AT}\n' },
    { zip: '4105', others: { mobil: '+49 171 1234567' } },
    { zip: '4105', others: { mobil: '0049 341 123456' } },
    { zip: '4105', others: { mobil: '0171 1234567' } },
    { zip: '6000', others: { country: 'FR' } },
    { zip: '118', others: { country: 'IT' } },
    { zip: '2134', others: { country: 'USA' } },
    { zip: '501', others: { country: 'US' } },
    { zip: '8001', others: { land: 'Spanien' } },
    { zip: 1069, others: { ort: 'Dresden', mobil: '0043 664 1234567' }, head: german },
    { zip: 1069, others: { ort: 'Dresden', mobil: '0043 664 1234567', tel: '0351 123456' } },
    { zip: 1069, others: { city: 'Dresden' } },
    { zip: '4105', others: { Stadt: ' leipzig ' } },
    { zip: '6108', others: { ort: 'Halle (Saale)', mobil: '+41 79 1234567' } },
    { zip: '118', others: { city: 'Roma' } },
    { zip: '6000', others: { ville: 'Nice', mobil: '+49 171 1234567' } },

    { zip: '4105', rule: `'"D-" & plz'`, head: german },
    { zip: 4105, rule: "'$string(plz)'", head: german },
    { zip: 4105, rule: '\'plz & " " & ort\'', others: { ort: 'Leipzig' }, key: 'address', head: german },
    {
      zip: 4105,
      rule: '{template: "{plz} {ort}"}',
      others: { ort: 'Leipzig' },
      key: 'address',
      head: german,
    },
    { zip: 4105, rule: '{from: plz, as: number}', head: german },
    { zip: 0, others: { code: '4105' }, rule: 'code', head: german },
    { zip: 0, others: { shipping: { zip: 4105, country: 'DE' } }, rule: 'shipping.zip', key: 'f' },
    { zip: '4105', others: { country: { iso: 'DE' } } },
    { zip: '4105', others: { country: { name: 'Deutschland' } }, head: 'defaults: {country: AT}\n' },
    { zip: '4105', others: { country: { id: 3, isoCode: 'DEU' } } },
    { zip: '4105', others: { country: { id: 3 } }, head: german },
    {
      zip: 0,
      others: {
        list: [
          { kind: 'a', zip: '4105', country: 'DE' },
          { kind: 'b', zip: '8001', country: 'CH' },
        ],
      },
      rule: `'list[kind = "a"].zip'`,
      key: 'f',
    },
    { zip: 0, others: { billingPostcode: '4105' }, rule: 'billingPostcode', key: 'f', head: german },
    { zip: '4105', head: inZone('Europe/Berlin'), rule: 'plz\n    b: {from: geb, as: date}' },
    { zip: '10115.0' },
    { zip: '4105.0' },
    { zip: '1010.0', others: { land: 'AT' } },
    { zip: '10.115' },
    { zip: '10,115' },
    { zip: '4.105' },
  ])('is reported: %j', async row => {
    expect(await reported(row)).toContain('mapping/lost-zero');
  });

  it.each<Row>([
    { zip: '04105', head: german },
    { zip: '01069', others: { ort: 'Dresden', mobil: '0043 664 1234567' } },
    { zip: 1069, others: { ort: 'Unbekannt', mobil: '0043 664 1234567' }, head: german },
    { zip: 1010, others: { ort: 'Wien' }, head: german },
    { zip: '5020', others: { ort: 'Salzburg', mobil: '+49 171 1234567' }, head: german },
    { zip: '8001', others: { ort: 'Zürich', mobil: '+49 171 1234567' } },
    { zip: '8001', others: { ort: 'Dresden' } },
    { zip: 1069, others: { ort: 'Dresden', land: 'AT' } },
    { zip: '10115', head: german },
    { zip: 10115, head: german },
    { zip: '4105' },
    { zip: 4105 },
    { zip: '4020', others: { land: 'Österreich' }, head: german },
    { zip: '4020', others: { land: 'A' }, head: german },
    { zip: '8001', others: { country: 'CH' }, head: german },
    { zip: '8001', others: { country: 'Schweiz' }, head: german },
    { zip: '2100', others: { country: 'Danmark' }, head: german },
    { zip: '1012', others: { country: 'Niederlande' }, head: german },
    { zip: '1000', others: { land: 'Ungarn' }, head: german },
    { zip: '1010', others: { city: 'Wien', country: { iso: 'AT' } }, head: german },
    { zip: '1010', others: { country: { iso: 'at' } }, head: german },
    { zip: '1010', others: { country: { id: 3, name: 'Österreich' } }, head: german },
    { zip: '1010', others: { country: { isoAlpha3: 'AUT' } }, head: german },
    { zip: '1010', others: { country: { name: 'Atlantis' } }, head: german },
    { zip: '8001', others: { country_code: 'CHE' }, head: german },
    { zip: '1000', others: { countryIso: 'BE' }, head: german },
    { zip: '1012', others: { country: 'NLD' }, head: german },
    { zip: '1648', others: { land: { code: 'LU' } }, head: german },
    { zip: '2100', others: { country: { code: 'DK', name: 'Denmark' } }, head: german },
    { zip: '1470', others: { country: 'Norway' }, head: german },
    {
      zip: 0,
      others: {
        list: [
          { kind: 'a', zip: '1010', country: { iso: 'AT' } },
          { kind: 'b', zip: '04105', country: { iso: 'DE' } },
        ],
      },
      rule: `'list[kind = "a"].zip'`,
      key: 'f',
      head: german,
    },
    { zip: '4105', head: 'defaults: {country: AT}\n' },
    { zip: '8001', head: 'defaults: {country: CH}\n' },
    { zip: '8001', head: inZone('Europe/Zurich'), rule: 'plz\n    b: {from: geb, as: date}' },
    { zip: '4020', others: { mobil: '+43 664 1234567' }, head: german },
    { zip: '8001', others: { mobil: '+41 79 123 45 67' }, head: german },
    { zip: '4020', others: { mobil: '0171 1234567' }, head: 'defaults: {country: AT}\n' },
    { zip: '5020', head: german },
    { zip: '1012 AB', head: german },
    { zip: 'SW1A 1AA', head: german },
    { zip: 'D-04105', head: german },
    { zip: '00-950', head: german },
    { zip: '101', others: { country: 'IS' } },
    { zip: 4105, rule: `'$pad($string(plz), -5, "0")'`, head: german },
    { zip: 4105, rule: `'"0" & plz'`, head: german },
    { zip: 4105, rule: '{from: plz, because: all live in Denmark}', head: german },
    { zip: '4105', rule: 'plz', key: 'zip', others: { address: { country: 'AT' } }, head: german },
    { zip: 0, others: { height: '1750' }, rule: 'height', key: 'height', head: german },
    { zip: 0, others: { year: 1988 }, rule: 'year', key: 'year', head: german },
  ])('is not reported if it is right, or if nobody can know it: %j', async row => {
    expect(await reported(row)).toEqual([]);
  });

  it('is judged by the country of the phone numbers of the mapping', async () => {
    const tel = (country: string) => `plz\n    tel: {from: tel, as: phone, country: ${country}}`;
    expect(await reported({ zip: '4105', rule: tel('DE') })).toEqual(['mapping/lost-zero']);
    expect(await reported({ zip: '4105', rule: tel('CH') })).toEqual([]);
  });

  it('is judged by the country beside it, whatever the country of the phone numbers of the mapping', async () => {
    const rule = 'plz\n    tel: {from: tel, as: phone, country: DE}';
    const beside = (iso: string) => reported({ zip: '1010', rule, others: { country: { iso } } });
    expect(await beside('AT')).toEqual([]);
    expect(await beside('DE')).toEqual(['mapping/lost-zero']);
  });

  it('is judged by the country beside an answer', async () => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    zip: {answer: PLZ}\n`;
    const codes = async (Land: string) =>
      codesOf(await evaluateYaml(text, { payload: { nr: 7 }, answers: { PLZ: '4105', Land } }));
    expect(await codes('Deutschland')).toEqual(['mapping/lost-zero']);
    expect(await codes('Österreich')).toEqual([]);
  });

  it('has a cure that can be followed', async () => {
    const text = `source: website\ndestination: salon\n${german}operation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    zip: plz\n`;
    const found = await evaluateYaml(text, { payload: { nr: 7, plz: 4105 } });
    const [first] = found.kind === 'call' ? found.diagnostics : [];
    const [, cure = ''] = /write (\$pad\(.*\))/.exec(first?.hint ?? '') ?? [];
    const cured = text.replace('zip: plz', `zip: '${cure}'`);
    expect(await evaluateYaml(cured, { payload: { nr: 7, plz: 4105 } })).toMatchObject({
      diagnostics: [],
      call: { additionalFields: [{ change: { set: { text: '04105' } } }] },
    });
  });
});
