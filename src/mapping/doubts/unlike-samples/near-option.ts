import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { meantBy } from '../comparisons/near-hint.ts';
import { type NearComparison, nearComparisons, nearValue } from '../comparisons/nearly-equal.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a note about an answer that no sample has and that may mean the compared text. It has that text among its words
 * (`"SMS" in contact` is false for "SMS-Erinnerungen"), it is a plain yes (`parking = "wanted"` for "ja", a warning if a no is sent),
 * or it is neither yes nor no where the samples have nothing else (`lift = "ja"` for "vorhanden").
 */
export function nearOption(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  if (rule.base.kind !== 'expression') return undefined;
  for (const near of nearComparisons(rule.base.expression)) {
    const known = samples.flatMap(each => textsIn(near, each.scope));
    const isNo = result.kind === 'value' && consentAnswer(result.value.text) === false;
    const found = optionIn(near, scope) ?? otherWordIn(near, scope, { known, isNo });
    if (!found || known.includes(found.value)) continue;
    const what = isShown ? `${near.path.text} is ${shown(found.value)} in ${where}` : `${where} has another`;
    const message = `${path}: the rule compares ${near.path.text} with ${shown(found.literal)}, and ${what}, which is in no sample of the mapping; the two are not equal`;
    const hint = `if both mean the same, compare with both: ${near.path.text} in [${shown(found.literal)}, "…"]; if not, keep the event as a test (fieldbridge capture), or add because: with the reason`;
    const severity = isNo && isPlainYes(found.value) ? 'warning' : 'info';
    return diagnostic('mapping/new-branch', message, { hint, place: rule.base.place, path, severity });
  }
  return undefined;
}

function optionIn(
  near: NearComparison,
  scope: Scope,
): { readonly value: string; readonly literal: string } | undefined {
  if (near.comparison.operator === '!=') return undefined;
  const values = textsIn(near, scope);
  // Another case of the letters has a warning of its own.
  if (values.some(each => near.known.has(each)) || nearValue(near, scope)) return undefined;
  const literals = near.literals
    .map(meantBy)
    .filter(each => typeof each === 'string' && each.length >= shortest && consentAnswer(each) === undefined);
  for (const value of values) {
    const literal = literals.find(each => hasWordsOf(value, String(each)));
    if (literal !== undefined && consentAnswer(value) === undefined && !denial.test(value))
      return { value, literal: String(literal) };
  }
  return undefined;
}

/** Returns a yes where the rule compares with another word, or another word where the rule compares with a yes. */
function otherWordIn(
  near: NearComparison,
  scope: Scope,
  { known, isNo }: { readonly known: readonly string[]; readonly isNo: boolean },
): { readonly value: string; readonly literal: string } | undefined {
  const texts = near.literals.map(meantBy).filter(each => typeof each === 'string');
  const [literal] = texts;
  const [value, ...others] = near.comparison.operator === '!=' ? [] : textsIn(near, scope);
  if (literal === undefined || value === undefined || others.length > 0 || near.known.has(value))
    return undefined;
  const areAnswers = (words: readonly string[]) => words.every(each => consentAnswer(each) !== undefined);
  const isOther = texts.every(each => consentAnswer(each) === undefined && each.length >= shortest)
    ? isPlainYes(value)
    : isNo &&
      texts.every(each => consentAnswer(each) === true) &&
      known.length > 0 &&
      areAnswers(known) &&
      !areAnswers([value]) &&
      !denial.test(value);
  return isOther ? { value, literal } : undefined;
}

/** True for "ja" or "yes". A single letter or a digit may be a code. */
function isPlainYes(value: string): boolean {
  return /^\s*\p{L}{2,}\s*$/u.test(value) && consentAnswer(value) === true;
}

const shortest = 3;
const longest = 80;
const denial =
  /(?:^|[^\p{L}])(?:kein\p{L}{0,2}|nicht|nie|ohne|no|not|never|non|pas|sans|geen|niet|senza|sin)(?:[^\p{L}]|$)/iu;

function textsIn({ read }: NearComparison, scope: Scope): readonly string[] {
  return read(scope).filter(
    each => typeof each === 'string' && each.trim() !== '' && each.length <= longest,
  ) as readonly string[];
}

/** True if one of two texts has all words of the other in their order, or if they differ in their signs: "SMS." */
function hasWordsOf(value: string, literal: string): boolean {
  const [one = '', other = ''] = [value, literal].map(each => ` ${spellings(each)[0] ?? ''} `);
  return other.trim() !== '' && one.trim() !== '' && (one.includes(other) || other.includes(one));
}
