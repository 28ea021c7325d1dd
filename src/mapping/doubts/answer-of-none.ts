import { namesAField } from '../../diagnostics/placeholder.ts';
import type { Rule } from '../mapping.ts';
import { ruleExpressions } from '../rules-of.ts';

/**
 * True for "none" in a text that a person answers, such as the allergies: it is an answer, like "keine". A name, an address or
 * a number never is "none", nor has an identifier this value. Programs in Python write "None" for a value that is not there.
 */
export function isAnswerOfNone(value: string, rule: Rule, path: string): boolean {
  if (!/^\s*none\s*$/i.test(value) || (value.trim() === 'None' && !readsQuestion(rule))) return false;
  if (path === 'note' || path === 'appointmentParticipant.customerComment') return true;
  const key = /^additionalFields\.(.+)$/.exec(path)?.[1];
  return key !== undefined && (!namesAField(key) || remarks.test(key));
}

function readsQuestion(rule: Rule): boolean {
  return ruleExpressions(rule).some(
    ({ answer, source }) => answer !== undefined || source.includes('$answers'),
  );
}

/** The names of fields for a text of any kind. */
const remarks = /^(?:comment|kommentar|note|notiz|message|nachricht|text|input|textarea)$/i;
