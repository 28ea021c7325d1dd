import { ownValue } from '../../../expressions/plain-value.ts';

/**
 * Returns the country of the city that an event names beside a post code: `Dresden` for a code that begins with 01, with or
 * without its zero. Undefined for an unknown city, and for a code that is not of this city.
 */
export function countryOfCityBeside(
  code: string,
  path: readonly string[],
  input: unknown,
): string | undefined {
  const object = path.slice(0, -1).reduce<unknown>(ownValue, input);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  for (const [key, value] of Object.entries(object)) {
    if (!cityKeys.test(key) || typeof value !== 'string' || value.length > 60) continue;
    const [city = ''] = value.trim().toLowerCase().split(/[,(/]/);
    const found = cities.get(city.trim());
    // A post code of Rome loses both of its zeros.
    if (found && [code, `0${code}`, `00${code}`].some(each => each.startsWith(found.prefix)))
      return found.country;
  }
  return undefined;
}

const cityKeys =
  /^(?:(?:mailing|billing|shipping|home|contact|address|customer)_?)?(?:city|town|ort|wohnort|stadt|ville|citt[aà]|ciudad|plaats|woonplaats)$/i;

/** Cities by country and the beginning of their post codes: large ones with a leading zero, and some of countries without. */
const beginnings: readonly (readonly [country: string, prefix: string, cities: string])[] = [
  ['DE', '01', 'dresden|pirna|meißen|meissen|radebeul|freital|riesa|coswig|kamenz|heidenau|radeberg'],
  ['DE', '02', 'görlitz|goerlitz|bautzen|zittau|löbau|hoyerswerda|weißwasser'],
  ['DE', '03', 'cottbus|senftenberg|forst|spremberg|guben|finsterwalde'],
  ['DE', '04', 'leipzig|torgau|grimma|borna|markkleeberg|altenburg|wurzen|delitzsch|schkeuditz|döbeln'],
  ['DE', '06', 'halle|halle an der saale|dessau|merseburg|wittenberg|weißenfels|naumburg|köthen|bitterfeld'],
  ['DE', '07', 'jena|gera|saalfeld|rudolstadt|greiz|pößneck'],
  ['DE', '08', 'zwickau|plauen|aue|reichenbach|crimmitschau|werdau|auerbach'],
  ['DE', '09', 'chemnitz|freiberg|annaberg-buchholz|mittweida|limbach-oberfrohna'],
  ['FR', '06', 'nice|cannes|antibes|grasse'],
  ['ES', '08', 'barcelona|badalona|sabadell|terrassa'],
  ['ES', '07', 'palma|palma de mallorca|ibiza'],
  ['ES', '03', 'alicante|elche|benidorm'],
  ['IT', '00', 'roma|rom|rome'],
  ['IT', '09', 'cagliari'],
  ['IT', '06', 'perugia'],
  ['FI', '00', 'helsinki|helsingfors'],
  ['FI', '02', 'espoo'],
  ['AT', '1', 'wien|vienna'],
  ['AT', '8', 'graz'],
  ['AT', '4', 'linz|wels'],
  ['AT', '5', 'salzburg'],
  ['AT', '6', 'innsbruck|bregenz|dornbirn'],
  ['CH', '8', 'zürich|zuerich|winterthur'],
  ['CH', '4', 'basel'],
  ['CH', '3', 'bern'],
  ['CH', '1', 'genf|genève|lausanne'],
];

const cities: ReadonlyMap<string, { readonly country: string; readonly prefix: string }> = new Map(
  beginnings.flatMap(([country, prefix, names]) =>
    names.split('|').map(name => [name, { country, prefix }] as const),
  ),
);
