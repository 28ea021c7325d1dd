import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { beginningAnswer } from '../../mapping/convert/beginning-answer.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { isLimited } from '../../mapping/convert/limited-answer.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { asksForOptOut } from '../../mapping/opt-out.ts';
import { findField } from '../call/field-key.ts';
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
      const choices = (catalog && findField(name, catalog)?.selectItems) ?? [];
      const limited = choices.filter(isLimited);
      const isNot = (key: string) =>
        isWithCondition(key, isAbout) || limited.some(choice => namesOnly(key, choice));
      const found = [...(rule.lookup?.entries ?? [])].find(
        ([key, { value }]) => isNot(key) && isWhole(String(value)),
      );
      if (!found) return [];
      const [key, { value, place }] = found;
      const [only, ...more] = limited;
      const better = only !== undefined && more.length === 0 ? tableEntry(key, only) : undefined;
      const nothing = tableEntry(key, null) ?? '"…": null';
      const message = `the table of ${name} gives "${visibleText(String(value))}" for "${visibleText(key)}", which is a yes with a condition`;
      const or = better === undefined ? '' : `, or ${better} if this is what the person allows`;
      const cure = `write ${nothing}, which sends nothing${or}`;
      const hint = `${cure}; if it is a yes to ${name}, add because: with the reason`;
      return [diagnostic('mapping/unclear-consent', message, { hint, place, path })];
    },
  );
}

/** True if an answer has only words of a limited choice: "Ja, anonym" beside "nur anonym". */
function namesOnly(key: string, choice: string): boolean {
  const [words = [], own = []] = [key, choice].map(each => (spellings(each)[0] ?? '').split(' '));
  const named = words.filter(word => answerInWords(word) === undefined);
  return named.some(word => word.length >= longEnough) && named.every(word => own.includes(word));
}

const longEnough = 5;

/** `isAbout`: decides whether an answer names the consent itself, as "nur Newsletter" does. */
function isWithCondition(key: string, isAbout: (answer: string) => boolean): boolean {
  const said = beginningAnswer(key);
  if (!isLimited(key) || said === false) return false;
  return said === true || !(asksForOptOut(key) || isAbout(key));
}
