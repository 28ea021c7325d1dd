import { type CountryCode, getCountries } from 'libphonenumber-js/max';

/** Codes and languages that people write for a country, beside its names. */
const usual: Readonly<Record<string, CountryCode>> = {
  uk: 'GB',
  gbr: 'GB',
  en: 'GB',
  eng: 'GB',
  england: 'GB',
  'great britain': 'GB',
  usa: 'US',
  a: 'AT',
  aut: 'AT',
  d: 'DE',
  deu: 'DE',
  ger: 'DE',
  che: 'CH',
  f: 'FR',
  fra: 'FR',
  i: 'IT',
  ita: 'IT',
  e: 'ES',
  esp: 'ES',
  nld: 'NL',
  holland: 'NL',
  bel: 'BE',
  lux: 'LU',
  pol: 'PL',
  cze: 'CZ',
  cs: 'CZ',
  dnk: 'DK',
  da: 'DK',
  swe: 'SE',
};

/** The languages in which the name of a country is understood. */
const languages = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl'];

let named: ReadonlyMap<string, CountryCode> | undefined;

/** Returns the code of a country that is written in another way: `UK`, `de`, `Österreich`; undefined if it means none for certain. */
export function countryMeant(written: string): CountryCode | undefined {
  const word = written.trim().toLowerCase();
  if (Object.hasOwn(usual, word)) return usual[word];
  named ??= new Map(getCountries().flatMap(code => namesOf(code).map(name => [name, code])));
  return named.get(word);
}

function namesOf(code: CountryCode): readonly string[] {
  const names = languages.map(each => new Intl.DisplayNames([each], { type: 'region' }).of(code) ?? '');
  return [code, ...names].map(each => each.toLowerCase());
}
