import type { Doubt } from '../../expressions/convert/doubts.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { Rule } from '../mapping.ts';

/**
 * Returns the doubt about a phone number without its country code that is read as one of the rule's country, although
 * the event names another country beside it.
 */
export function otherCountry(value: unknown, rule: Rule, { input }: Scope): Doubt | undefined {
  const { as, base, because, phone } = rule;
  const isLocal = typeof value === 'string' && /^[\s(/-]*0[^0]/.test(value);
  if (as !== 'phone' || phone.country === undefined || because !== undefined || !isLocal) return undefined;
  const path = base.kind === 'expression' ? base.expression.path : null;
  if (!path || path[0]?.startsWith('$')) return undefined;
  const found = countryBeside(path, input);
  if (!found || found.code === phone.country) return undefined;
  return {
    message: `${shown(value)} is read as a number of ${phone.country}, and ${pathText(found.steps)} is ${shown(found.value)}`,
    hint: `have the sender write + and the code of the country; if it writes the two letters of a country, write from: $phone(${pathText(path)}, ${pathText(found.steps)})`,
  };
}

interface Country {
  readonly steps: readonly string[];
  readonly value: string;
  readonly code: string;
}

/** Returns the country in the objects on the way to a value, or in an address beside it; the nearest first. */
function countryBeside(path: readonly string[], input: unknown): Country | undefined {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const at = path.slice(0, depth);
    const object = at.reduce<unknown>(ownValue, input);
    const found = countryIn(object, at) ?? countryInAddress(object, at);
    if (found) return found;
  }
  return undefined;
}

function countryInAddress(object: unknown, at: readonly string[]): Country | undefined {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  for (const [key, value] of Object.entries(object)) {
    const found = addresses.test(key) ? countryIn(value, [...at, key]) : undefined;
    if (found) return found;
  }
  return undefined;
}

function countryIn(object: unknown, at: readonly string[]): Country | undefined {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  for (const [key, value] of Object.entries(object)) {
    if (!countryKeys.test(key) || typeof value !== 'string') continue;
    const code = codeOf(value.trim());
    if (code !== undefined) return { steps: [...at, key], value, code };
  }
  return undefined;
}

function codeOf(country: string): string | undefined {
  if (/^[A-Z]{2}$/.test(country)) return country;
  const name = country.toLowerCase();
  return Object.entries(countryNames).find(
    ([code, names]) => code.toLowerCase() === name || names.includes(name),
  )?.[0];
}

const countryKeys = /^(?:country|land|country_?code|land(?:es)?code|country_?iso|staat)$/i;
const addresses = /address|adresse|anschrift/i;
const countryNames: Readonly<Record<string, readonly string[]>> = {
  DE: ['deutschland', 'germany', 'allemagne', 'duitsland'],
  AT: ['österreich', 'oesterreich', 'austria', 'autriche', 'oostenrijk'],
  CH: ['schweiz', 'switzerland', 'suisse', 'svizzera', 'zwitserland'],
  LI: ['liechtenstein'],
  LU: ['luxemburg', 'luxembourg'],
  NL: ['niederlande', 'netherlands', 'nederland', 'pays-bas'],
  BE: ['belgien', 'belgium', 'belgië', 'belgique'],
  FR: ['frankreich', 'france', 'frankrijk'],
  IT: ['italien', 'italy', 'italia'],
  GB: ['großbritannien', 'united kingdom', 'great britain', 'england'],
  US: ['usa', 'united states'],
  PL: ['polen', 'poland', 'polska'],
};
