import { ownValue } from '../../expressions/plain-value.ts';

/** A country that an event names beside a value. */
export interface NamedCountry {
  readonly steps: readonly string[];
  readonly value: string;
  /** Two capital letters; undefined for a country that this program does not know by its name. */
  readonly code: string | undefined;
}

/**
 * Returns the country in the objects on the way to a value, or in an address beside it; the nearest first. A country
 * without a known code is returned if there is no other.
 */
export function countryBeside(path: readonly string[], input: unknown): NamedCountry | undefined {
  let unknown: NamedCountry | undefined;
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const at = path.slice(0, depth);
    const object = at.reduce<unknown>(ownValue, input);
    for (const found of [...countriesIn(object, at), ...countriesInAddresses(object, at)]) {
      if (found.code !== undefined) return found;
      unknown ??= found;
    }
  }
  return unknown;
}

function countriesInAddresses(object: unknown, at: readonly string[]): readonly NamedCountry[] {
  return entriesOf(object).flatMap(([key, value]) =>
    addresses.test(key) ? countriesIn(value, [...at, key]) : [],
  );
}

function countriesIn(object: unknown, at: readonly string[]): readonly NamedCountry[] {
  return entriesOf(object).flatMap(([key, value]) =>
    countryKeys.test(key) && typeof value === 'string' && value.trim() !== ''
      ? [{ steps: [...at, key], value, code: codeOf(value.trim()) }]
      : [],
  );
}

function entriesOf(object: unknown): readonly [string, unknown][] {
  return typeof object === 'object' && object !== null && !Array.isArray(object)
    ? Object.entries(object)
    : [];
}

function codeOf(country: string): string | undefined {
  if (/^[A-Z]{2}$/.test(country)) return country;
  const name = country.toLowerCase();
  return Object.entries(countryNames).find(
    ([code, names]) => code.toLowerCase() === name || names.includes(name),
  )?.[0];
}

const countryKeys =
  /^(?:(?:mailing|billing|shipping|home|phone|mobile|contact|address|customer)_?)?(?:country|land|landes|staat|pays|pa[ií]s)(?:_?phone)?(?:_?(?:code|iso|iso2|name))?$/i;
const addresses = /address|adresse|anschrift/i;
/** Names in some languages, and the signs of cars, which many lists have. */
const countryNames: Readonly<Record<string, readonly string[]>> = {
  DE: ['deutschland', 'germany', 'allemagne', 'duitsland', 'd', 'deu', 'ger', 'brd'],
  AT: ['österreich', 'oesterreich', 'austria', 'autriche', 'oostenrijk', 'a', 'aut'],
  CH: ['schweiz', 'switzerland', 'suisse', 'svizzera', 'zwitserland', 'che'],
  LI: ['liechtenstein', 'fl'],
  LU: ['luxemburg', 'luxembourg', 'l'],
  NL: ['niederlande', 'netherlands', 'nederland', 'pays-bas', 'holland'],
  BE: ['belgien', 'belgium', 'belgië', 'belgique', 'b'],
  FR: ['frankreich', 'france', 'frankrijk', 'f', 'fra'],
  IT: ['italien', 'italy', 'italia', 'italië', 'i', 'ita'],
  ES: ['spanien', 'spain', 'españa', 'espagne', 'spanje', 'e', 'esp'],
  DK: ['dänemark', 'daenemark', 'denmark', 'danmark', 'denemarken'],
  NO: ['norwegen', 'norway', 'norge'],
  FI: ['finnland', 'finland', 'suomi'],
  GB: ['großbritannien', 'united kingdom', 'great britain', 'england'],
  US: ['usa', 'united states', 'vereinigte staaten'],
  PL: ['polen', 'poland', 'polska'],
};
