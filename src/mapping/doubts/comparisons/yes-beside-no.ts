import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import type { Rule } from '../../mapping.ts';
import { allowsContact, asksForOptOut } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { haveTopicInCommon } from '../changed-form/question-words.ts';
import { answersRead, denialInWords, type ReadAnswer } from './denied-consent.ts';
import { ruleForDeniedAnswer } from './denied-hint.ts';

/**
 * Returns a doubt about an expression that says yes although an answer that it reads says no. For a consent: the answer is
 * about a consent too, and `or`, `and` or another branch makes a yes of it (`sms = "ja" or fotos = "ja"`). For other fields:
 * the expression knows a word for no, and this is another one (`glasses = "No" ? false : true` for "No glasses").
 */
export function yesBesideNo(
  value: unknown,
  rule: Rule,
  { path, scope }: { readonly path: string; readonly scope: Scope },
): readonly Diagnostic[] {
  const { base, because, lookup } = rule;
  // Most values are no yes.
  if (consentAnswer(value) !== true || because !== undefined || lookup || base.kind !== 'expression')
    return [];
  const { expression } = base;
  if (expression.path !== null || expression.answer !== undefined || expression.literal !== null) return [];
  const field = path.replace(/^additionalFields\./, '');
  const isConsent = consentParameters.has(path) || (field !== path && allowsContact(field));
  const answers = answersRead(rule, scope);
  const isOnly = new Set(answers.map(each => each.path)).size === 1;
  const denied = answers.find(each => (isConsent ? isRefused(each, field, isOnly) : isOtherNo(each)));
  if (!denied) return [];
  const cure = isConsent ? ruleFor(denied, field) : `compare with ${JSON.stringify(denied.value)} as well`;
  const hint = `${cure}; if it is right, add because: with the reason`;
  const details = { hint, place: base.place, path, severity: 'warning' as const };
  return [diagnostic('mapping/denied-consent', `${path}: ${denialInWords(denied)}`, details)];
}

function ruleFor(denied: ReadAnswer, field: string): string {
  if (denied.isOfList) return ruleForDeniedAnswer(denied, field);
  const { path } = denied;
  return `read the answer about ${field} alone, as in ${field}: {from: ${expressionInYaml(path)}, as: boolean}`;
}

/**
 * True for a no to a question about a consent, also in words that mean no: "unsubscribed". The only answer that the rule reads is
 * about its consent, whatever its name, and no answer to it is no yes.
 */
function isRefused(
  { path, answer, value, says, compared, inside }: ReadAnswer,
  field: string,
  isOnly: boolean,
): boolean {
  const isSaid =
    value === false ||
    (isOnly && value === 0 && !compared.has('0') && !inside.some(({ mayHold }) => mayHold('0'))) ||
    (typeof value === 'string' && value.trim() !== '');
  if (says !== false || !(isSaid || (isOnly && value === ''))) return false;
  const name =
    answer ??
    path
      .replaceAll(/["`\]]/g, '')
      .split(/[.=[]/)
      .slice(-3)
      .join(' ');
  if (isOnly) return !asksForOptOut(name);
  return !asksForOptOut(name) && (allowsContact(name) || haveTopicInCommon(name, field));
}

/** True for a text that means no, if the expression compares with another one. */
function isOtherNo({ value, says, compared, inside }: ReadAnswer): boolean {
  if (typeof value === 'object' || says !== false) return false;
  const text = withoutBlankEnds(String(value));
  if (text === '' || compared.has(text.toLowerCase()) || inside.some(({ mayHold }) => mayHold(text)))
    return false;
  // A value that is no text is told where it is compared with one.
  const known = typeof value === 'string' ? [...compared, ...textsIn(inside)] : textsIn(inside);
  return known.some(each => answerInWords(each) === false);
}

function textsIn(inside: ReadAnswer['inside']): readonly string[] {
  return inside.flatMap(({ texts }) => texts);
}
