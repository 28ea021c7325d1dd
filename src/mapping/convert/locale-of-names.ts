import { onceFor } from '../../diagnostics/once-for.ts';
import { hasNames } from '../../expressions/date-pattern.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { conversionsOf } from '../reading.ts';
import { namedRules } from '../rules-of.ts';

/** Returns the language for names of months and days in a locale of the config; undefined if unknown. */
export function languageOfNames(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0];
  } catch {
    // The letters are not a language tag.
    return undefined;
  }
}

/** Returns a mapping whose dates are read and written with names of months and days in a locale. */
export function inLocale(mapping: Mapping, locale: string | undefined): Mapping {
  const language = usesNames(mapping) ? languageOfNames(locale) : undefined;
  if (language === undefined) return mapping;
  const localized = <Named extends { readonly rule: Rule }>(named: Named): Named => ({
    ...named,
    rule: { ...named.rule, date: { ...named.rule.date, language } },
  });
  return {
    ...mapping,
    set: mapping.set.map(localized),
    additionalFields: mapping.additionalFields.map(localized),
  };
}

/** This is cached because every event asks, and hardly any mapping uses names. */
const usesNames = onceFor((mapping: Mapping) =>
  namedRules(mapping).some(
    ({ rule: { as, base, date } }) =>
      conversionsOf(base).size > 0 || (as === 'date' && [date.format ?? '', ...date.parse].some(hasNames)),
  ),
);
