import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { hasNames } from '../mapping/convert/date-pattern.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { namedRules } from '../mapping/rules-of.ts';

/** Warns of formats that write the names of months and days, which are English, at a destination with another locale. */
export function namesInEnglish(mapping: Mapping, locale: string | undefined): readonly Diagnostic[] {
  if (locale === undefined || /^en\b/i.test(locale)) return [];
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const { format } = rule.date;
    if (rule.as !== 'date' || format === undefined || !hasNames(format)) return [];
    const message = `"${format}" writes the names of months and days in English, and the locale of the destination is ${locale}`;
    const hint = 'write numbers, as in dd.MM.yyyy; or look the names up in a table (values)';
    return [diagnostic('check/names-in-english', message, { hint, place: rule.place, path })];
  });
}
