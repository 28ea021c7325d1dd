import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { lookUp } from '../../evaluate/look-up.ts';
import type { Rule } from '../../mapping.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { isForOthers } from './for-others.ts';
import { givesConsent } from './gives-consent.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { unnamedTexts } from './unnamed-text.ts';
import { unnamedYes } from './unnamed-yes.ts';

/**
 * Returns a note about an answer that a rule does not name and that no sample has, if the rule gives a text of its own for each
 * such answer: `language = "Deutsch" ? "Deutsch" : "Englisch"` for "Français", or `otherwise`. Not for a text such as "Others".
 */
export function newAnswer(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  if (result.kind !== 'value') return undefined;
  const { text } = result.value;
  const says = rule.lookup ? undefined : consentAnswer(text);
  // The answer may be any text if the rule only says that there is one, and a no is given by no mistake.
  const texts = says === undefined ? (result.value.unnamed ?? []) : says ? textOfYes(rule, scope) : [];
  const unnamed = texts.filter(each => each.length <= longest && !meansSame(each, text));
  if (unnamed.length === 0 || isForOthers(text)) return undefined;
  const known = samples.flatMap(each => (says ? yesIn(rule, each) : unnamedIn(rule, each)));
  const all = new Set(known.map(compared));
  // Samples with several texts show that each text is a yes, as "Nuts" for `allergies != "none"`.
  if (says && all.size > 1) return undefined;
  const fresh = unnamed.find(each => !all.has(compared(each)));
  if (fresh === undefined) return undefined;
  const answer = isShown ? `the answer ${shown(fresh)}` : `an answer in ${where}`;
  const message = `${path}: ${answer} is in no sample of the mapping, and the rule does not name it, so it becomes ${shown(text)}`;
  const severity = givesConsent(path, text) ? 'warning' : 'info';
  const how = rule.lookup ? 'add a line for it to the table' : 'add a condition for it';
  const hint = `${how} if it means something else; if it is right, keep the event as a test (fieldbridge capture), or add because: with the reason`;
  return diagnostic('mapping/new-branch', message, { hint, place: rule.base.place, path, severity });
}

/** True for "Nein" where `otherwise` is a no. */
function meansSame(answer: string, text: string): boolean {
  const says = consentAnswer(answer);
  return says !== undefined && says === consentAnswer(text);
}

/** An answer that is chosen from a list is short. */
const longest = 60;

function textOfYes(rule: Rule, scope: Scope): readonly string[] {
  const text = unnamedYes(rule, scope);
  return text === undefined ? [] : [text];
}

function yesIn(rule: Rule, { value, scope }: SampleBase): readonly string[] {
  return consentAnswer(value) === true ? textOfYes(rule, scope) : [];
}

function unnamedIn(rule: Rule, { value, scope }: SampleBase): readonly string[] {
  const looked = rule.lookup
    ? lookUp(value, { ...rule.lookup, trim: rule.trim !== false }, undefined)
    : undefined;
  const sent = looked ? (looked.kind === 'found' ? looked.value : undefined) : value;
  return unnamedTexts(rule, value, sent, scope);
}

function compared(text: string): string {
  return text.trim().toLowerCase();
}
