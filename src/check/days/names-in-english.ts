import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { hasNames } from '../../expressions/date-pattern.ts';
import { languageOfNames } from '../../mapping/convert/locale-of-names.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';

/** Warns about formats with English names of months and days, if a destination's locale has none. */
export function namesInEnglish(mapping: Mapping, locale: string | undefined): readonly Diagnostic[] {
  if (locale === undefined || languageOfNames(locale) !== undefined) return [];
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const { format } = rule.date;
    if (rule.as !== 'date' || format === undefined || !hasNames(format)) return [];
    const message = `"${format}" writes the names of months and days in English, since none are known in ${locale}, the locale of the destination`;
    const hint = 'write numbers, as in dd.MM.yyyy; or look the names up in a table (values)';
    return [diagnostic('check/names-in-english', message, { hint, place: rule.place, path })];
  });
}
