import { ownValue } from '../../../expressions/plain-value.ts';

/** A country that an event names beside a value. */
export interface NamedCountry {
  readonly steps: readonly string[];
  readonly value: string;
  /** Two capital letters; undefined for a country that this program does not know by its name. */
  readonly code: string | undefined;
}

/**
 * Returns the country in the objects on the way to a value, or in an address beside it; the nearest first. A country
 * without a known code is returned if there is no other. `value`: of the entries of a list, only those with this value
 * count.
 */
export function countryBeside(
  path: readonly string[],
  input: unknown,
  value?: unknown,
): NamedCountry | undefined {
  let unknown: NamedCountry | undefined;
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const at = path.slice(0, depth);
    const object = at.reduce<unknown>(ownValue, input);
    const ofEntries = Array.isArray(object) ? countriesOfEntries(object, at, value) : [];
    for (const found of [...ofEntries, ...countriesIn(object, at), ...countriesInAddresses(object, at)]) {
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

/** Returns the country of the entries of a list; without a code if they name several. */
function countriesOfEntries(
  list: readonly unknown[],
  at: readonly string[],
  value: unknown,
): readonly NamedCountry[] {
  const ofValue = list.filter(entry => entriesOf(entry).some(([, each]) => each === value));
  const found = (ofValue.length > 0 ? ofValue : list).flatMap(entry => countriesIn(entry, at));
  const codes = new Set(found.map(({ code }) => code));
  return found.slice(0, 1).map(each => (codes.size === 1 ? each : { ...each, code: undefined }));
}

function countriesIn(object: unknown, at: readonly string[]): readonly NamedCountry[] {
  return entriesOf(object).flatMap(([key, value]) => {
    if (!countryKeys.test(key)) return [];
    if (typeof value === 'string' && value.trim() !== '')
      return [{ steps: [...at, key], value, code: codeOf(value.trim()) }];
    return partsOf(value, [...at, key]);
  });
}

/** A country may be an object of its own: `{iso: "AT", name: "Österreich"}`. */
function partsOf(country: unknown, at: readonly string[]): readonly NamedCountry[] {
  const found = entriesOf(country).flatMap(([key, value]) =>
    countryParts.test(key) && typeof value === 'string' && value.trim() !== ''
      ? [{ steps: [...at, key], value, code: codeOf(value.trim()) }]
      : [],
  );
  const known = found.find(({ code }) => code !== undefined) ?? found[0];
  return known ? [known] : [];
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
const countryParts =
  /^(?:(?:country|land|pays)_?)?(?:iso|iso_?(?:code)?_?(?:2|3|alpha_?[23])?|alpha_?[23](?:_?code)?|code|short_?name|short|name|title|label|translated|value|key)$/i;
const addresses = /address|adresse|anschrift/i;
/** Names in some languages, and the signs of cars, which many lists have. */
const countryNames: Readonly<Record<string, readonly string[]>> = {
  DE: ['deutschland', 'germany', 'allemagne', 'duitsland', 'd', 'deu', 'ger', 'brd'],
  AT: ['österreich', 'oesterreich', 'austria', 'autriche', 'oostenrijk', 'a', 'aut'],
  CH: ['schweiz', 'switzerland', 'suisse', 'svizzera', 'zwitserland', 'che'],
  LI: ['liechtenstein', 'fl', 'lie'],
  LU: ['luxemburg', 'luxembourg', 'l', 'lux'],
  NL: ['niederlande', 'netherlands', 'nederland', 'pays-bas', 'holland', 'nld'],
  BE: ['belgien', 'belgium', 'belgië', 'belgique', 'b', 'bel'],
  FR: ['frankreich', 'france', 'frankrijk', 'f', 'fra'],
  IT: ['italien', 'italy', 'italia', 'italië', 'i', 'ita'],
  ES: ['spanien', 'spain', 'españa', 'espagne', 'spanje', 'e', 'esp'],
  DK: ['dänemark', 'daenemark', 'denmark', 'danmark', 'denemarken', 'dnk'],
  NO: ['norwegen', 'norway', 'norge', 'nor'],
  FI: ['finnland', 'finland', 'suomi', 'fin'],
  GB: ['großbritannien', 'united kingdom', 'great britain', 'england', 'gbr', 'uk'],
  US: ['usa', 'united states', 'vereinigte staaten'],
  PL: ['polen', 'poland', 'polska', 'pol'],
};
