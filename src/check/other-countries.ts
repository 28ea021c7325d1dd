import type { DestinationConfig } from '../config/config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { namedRules } from '../mapping/rules-of.ts';

/**
 * Warns about phone numbers whose rule names another country than the defaults of a destination that it can reach:
 * `country: DE` in the rule counts for Vienna, too. A `because` confirms it.
 */
export function otherCountries(
  mapping: Mapping,
  name: string,
  { defaults }: Pick<DestinationConfig, 'defaults'>,
): readonly Diagnostic[] {
  const country = defaults?.country;
  if (country === undefined) return [];
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const own = rule.phone.country;
    const isGiven = rule.given?.some(({ key }) => key === 'country') ?? false;
    if (own === undefined || own === country || isGiven || rule.because !== undefined) return [];
    const message = `the rule reads numbers without a country code as ${own}, and the defaults of the destination ${name} have country: ${country}`;
    const hint = `remove country from the rule, and put defaults: {country: ${own}} to each destination of that country; if all numbers of this sender are from ${own}, add because: with the reason`;
    return [diagnostic('check/other-country', message, { hint, place: rule.base.place, path })];
  });
}
