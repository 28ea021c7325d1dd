import { expect, it } from 'vitest';
import { countryMeant } from '../../src/expressions/convert/country-meant.ts';

it.each([
  ['UK', 'GB'],
  ['EN', 'GB'],
  ['GBR', 'GB'],
  ['USA', 'US'],
  ['GER', 'DE'],
  ['D', 'DE'],
  ['de', 'DE'],
  ['deu', 'DE'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['Österreich', 'AT'],
  ['Austria', 'AT'],
  ['Schweiz', 'CH'],
  ['CHE', 'CH'],
  ['Niederlande', 'NL'],
  ['Holland', 'NL'],
  ['france', 'FR'],
  ['España', 'ES'],
  ['Europa', undefined],
  ['XX', undefined],
  ['', undefined],
  ['constructor', undefined],
])('%j means the country %s', (written, code) => {
  expect(countryMeant(written)).toBe(code);
});
