import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import { tableEntry } from '../diagnostics/yaml/table-entry.ts';
import { beginningAnswer } from '../mapping/convert/beginning-answer.ts';
import { answerInWords } from '../mapping/convert/convert-boolean.ts';
import { isLimited } from '../mapping/convert/limited-answer.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { asksForOptOut } from '../mapping/opt-out.ts';
import { findField } from './call/field-key.ts';
import { consentRules } from './unclear-consents.ts';

/**
 * Warns about tables of consents that make a whole yes of a yes with a condition: `{"Ja, aber nur anonym": ja}`. `because`
 * confirms the rule.
 */
export function limitedConsents(
  mapping: Mapping,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  return consentRules(mapping)(catalog ?? { fields: [] }).flatMap(
    ({ name, path, rule, isYes, hasSeveral, isAbout }) => {
      const isWhole = (value: string) => isYes(value) && (!hasSeveral || answerInWords(value) === true);
      const found = [...(rule.lookup?.entries ?? [])].find(
        ([key, { value }]) => isWithCondition(key, isAbout) && isWhole(String(value)),
      );
      if (!found) return [];
      const [key, { value, place }] = found;
      const choices = (catalog && findField(name, catalog)?.selectItems) ?? [];
      const limited = choices.filter(choice => choice !== value && isLimited(choice));
      const [only, ...more] = limited;
      const better = only !== undefined && more.length === 0 ? tableEntry(key, only) : undefined;
      const nothing = tableEntry(key, null) ?? '"…": null';
      const message = `the table of ${name} gives "${visibleText(String(value))}" for "${visibleText(key)}", which is a yes with a condition`;
      const cure = better === undefined ? `write ${nothing}, which sends nothing` : `write ${better}`;
      const hint = `${cure}; if it is a yes to ${name}, add because: with the reason`;
      return [diagnostic('mapping/unclear-consent', message, { hint, place, path })];
    },
  );
}

/** `isAbout`: decides whether an answer names the consent itself, as "nur Newsletter" does. */
function isWithCondition(key: string, isAbout: (answer: string) => boolean): boolean {
  const said = beginningAnswer(key);
  if (!isLimited(key) || said === false) return false;
  return said === true || !(asksForOptOut(key) || isAbout(key));
}
