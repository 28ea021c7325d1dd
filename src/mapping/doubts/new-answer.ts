import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { consentAnswer } from '../convert/consent-answer.ts';
import { lookUp } from '../evaluate/look-up.ts';
import type { Rule } from '../mapping.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { isForOthers } from './for-others.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { unnamedText } from './unnamed-text.ts';

/**
 * Returns a note about an answer that a rule does not name and that no sample has, if the rule gives a text of its own for each
 * such answer: `language = "Deutsch" ? "Deutsch" : "Englisch"` for "Français", or `otherwise`. Not for a text such as "Others".
 */
export function newAnswer(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  if (result.kind !== 'value' || path === 'customerStatus') return undefined;
  const { text, unnamed } = result.value;
  if (unnamed === undefined || unnamed.length > longest || isForOthers(text)) return undefined;
  // The answer may be any text if the rule only says that there is one.
  if (consentAnswer(text) !== undefined && !rule.lookup) return undefined;
  const known = samples.flatMap(each => unnamedIn(rule, each) ?? []);
  if (known.some(each => compared(each) === compared(unnamed))) return undefined;
  const answer = isShown ? `the answer ${shown(unnamed)}` : `an answer in ${where}`;
  const message = `${path}: ${answer} is in no sample of the mapping, and the rule does not name it, so it becomes ${shown(text)}`;
  const how = rule.lookup ? 'add a line for it to the table' : 'add a condition for it';
  const hint = `${how} if it means something else; if it is right, keep the event as a test (fieldbridge capture), or add because: with the reason`;
  return diagnostic('mapping/new-branch', message, { hint, place: rule.base.place, path });
}

/** An answer that is chosen from a list is short. */
const longest = 60;

function unnamedIn(rule: Rule, { value, scope }: SampleBase): string | undefined {
  const looked = rule.lookup
    ? lookUp(value, { ...rule.lookup, trim: rule.trim !== false }, undefined)
    : undefined;
  const sent = looked ? (looked.kind === 'found' ? looked.value : undefined) : value;
  return unnamedText(rule, value, sent, scope);
}

function compared(text: string): string {
  return text.trim().toLowerCase();
}
