import { IANAZone } from 'luxon';
import type { DestinationConfig } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';

/**
 * Warns about days whose rule names a time zone with other times than those of the destination: `zone: America/New_York` for
 * Vienna makes the day before of a morning. A `because` confirms it.
 */
export function otherZones(
  mapping: Mapping,
  name: string,
  { defaults }: Pick<DestinationConfig, 'defaults'>,
): readonly Diagnostic[] {
  const known = defaults?.zone === undefined ? zonesOf(defaults?.country) : [defaults.zone];
  if (known.length === 0) return [];
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const own = rule.date.zone;
    const isGiven = rule.given?.some(({ key }) => key === 'zone') ?? false;
    if (own === undefined || isGiven || rule.because !== undefined) return [];
    if (known.some(each => timesOf(each) === timesOf(own))) return [];
    const theirs =
      defaults?.zone === undefined
        ? `in ${defaults?.country}, the country of the destination ${name}, the clocks show other times`
        : `the defaults of the destination ${name} have zone: ${defaults.zone}`;
    const message = `the rule takes the day in ${own}, and ${theirs}`;
    const hint = `write zone: ${known[0]}, or remove zone from the rule and put defaults: {zone: ${known[0]}} to the destination; if the day of ${own} is meant, add because: with the reason`;
    return [diagnostic('check/other-zone', message, { hint, place: rule.base.place, path })];
  });
}

/** Returns the time zones of a country of two letters. */
function zonesOf(country: string | undefined): readonly string[] {
  return country === undefined ? [] : (new Intl.Locale(`und-${country}`).getTimeZones() ?? []);
}

/** Returns how far a zone is from UTC in winter and in summer, as a text. */
function timesOf(zone: string): string {
  return days.map(day => IANAZone.create(zone).offset(day)).join(' ');
}

const days = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
