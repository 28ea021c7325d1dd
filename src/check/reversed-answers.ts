import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import { answerInWords } from '../mapping/convert/convert-boolean.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { asksForOptOut } from '../mapping/opt-out.ts';
import { namesPassedOn, readsOptOut } from '../mapping/opt-out-read.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { namedRules } from '../mapping/rules-of.ts';
import { areOppositeNames } from './names/opposite-names.ts';

/**
 * Warns about look-up tables that turn a no into a yes, or a yes into a no: `{on: false, off: true}`. No
 * warning if field and question are opposites by name, or with `because`. A consent always needs the reason.
 */
export function reversedAnswers(mapping: Mapping): readonly Diagnostic[] {
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const isConsent = consentParameters.has(path);
    const found = rule.because === undefined ? reversedIn(rule, isConsent) : undefined;
    if (!found) return [];
    const name = path.replace(/^additionalFields\./, '');
    if (!isConsent && asksForOptOut(name) !== readsOptOut(rule)) return [];
    if (!isConsent && namesPassedOn(rule).some(each => areOppositeNames([name], each))) return [];
    const { key, value, place } = found;
    const message = `the table of ${name} makes ${value ? 'a yes' : 'a no'} of "${visibleText(key)}"`;
    const right = readsOptOut(rule)
      ? ''
      : `if it is a mistake, remove values${isConsent ? '' : ' and write as: boolean'}, which reads ${visibleText(key)} as ${value ? 'no' : 'yes'}; `;
    const hint = `${right}if the question asks the opposite of ${name}, add because: with its words`;
    return [diagnostic('mapping/reversed-answer', message, { hint, place, path })];
  });
}

/** Returns the first entry of a table whose key is a yes or no, and whose result is the opposite. */
function reversedIn(
  { lookup }: Rule,
  isConsent: boolean,
): { readonly key: string; readonly value: boolean; readonly place: Place } | undefined {
  for (const [key, { value, place }] of lookup?.entries ?? []) {
    // A field may have a text such as "kein Bedarf" for a yes.
    const given = isConsent ? consentAnswer(value) : answerInWords(String(value));
    const asked = answerInWords(key);
    if (asked !== undefined && given !== undefined && asked !== given) return { key, value: given, place };
  }
  return undefined;
}
