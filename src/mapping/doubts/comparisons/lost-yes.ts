import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { wrappedComparisons } from '../../../expressions/comparisons/wrapped-comparisons.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Call } from '../../../inbox/call.ts';
import { requestView } from '../../../inbox/request-view.ts';
import { beginningAnswer } from '../../convert/beginning-answer.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { lookupKey } from '../../evaluate/look-up.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { asksForConsent, asksForOptOut } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { type NamedRule, namedRules } from '../../rules-of.ts';
import { nearComparisons, nearValue } from './nearly-equal.ts';

/**
 * Returns warnings about a no that a rule makes of a yes because it compares with another text: `photo = "ja"` is false
 * for a ticked box that sends "1". For a consent, any answer but a no counts that is not compared, unless the compared
 * text names a choice, as in `reminder = "per SMS"`, which is rightly false for "per E-Mail".
 */
export function lostYeses(mapping: Mapping, scope: Scope, call: Call): readonly Diagnostic[] {
  const rules = comparingRules(mapping);
  // Every event passes here.
  if (rules.length === 0) return [];
  const view = requestView(call);
  return rules.flatMap(named => {
    const key = named.path.replace(/^additionalFields\./, '');
    const sent = key === named.path ? view[key] : ownValue(view.additionalFields, key);
    const isNo = presenceOf(sent) === 'present' && consentAnswer(sent) === false;
    return isNo ? (lostYes(named, scope) ?? []) : [];
  });
}

const comparingRules = onceFor((mapping: Mapping): readonly NamedRule[] =>
  namedRules(mapping).filter(({ path, rule }) => {
    const { base, lookup, because } = rule;
    if (because !== undefined || base.kind !== 'expression' || base.expression.literal !== null) return false;
    if (asksForOptOut(path.replace(/^additionalFields\./, ''))) return false;
    if (lookup) return lookup.otherwise !== undefined;
    const { source } = base.expression;
    return /=|\bin\b|\$(?:contains|match)\(/.test(source) && !/!=|<|(?<!~)>|\$not\(/.test(source);
  }),
);

function lostYes({ path, rule }: NamedRule, scope: Scope): Diagnostic | undefined {
  const name = path.replace(/^additionalFields\./, '');
  const isConsent = consentParameters.has(path) || asksForConsent(name);
  for (const { text, values, meant, isInside = false } of comparedIn(rule, scope)) {
    const words = meant.map(consentAnswer);
    const yes = words.includes(true);
    // A rule that compares with a no is reversed, and a rule that compares with a number reads a code.
    if (words.includes(false) || (!isConsent && !yes) || (!yes && meant.every(isCode))) continue;
    const lost = values.find(each => !meant.includes(each) && isYes(each, isConsent && yes));
    if (lost === undefined) continue;
    const compared = meant.map(shown).join(' or ');
    const message = `${path}: the rule says no, but ${text} is ${shown(lost)}, and the rule counts only ${compared} as a yes`;
    const hint = `${cureOf({ text, lost, meant, name, isInside }, rule)}; if it is right, add because: with the reason`;
    return diagnostic('mapping/lost-yes', message, { hint, place: rule.base.place, path });
  }
  return undefined;
}

interface Compared {
  /** The path as it is written. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** The texts that the rule counts as a yes. */
  readonly meant: readonly unknown[];
  /** True if functions change the value before it is compared. */
  readonly isInside?: boolean;
}

function comparedIn({ base, lookup }: Rule, scope: Scope): readonly Compared[] {
  if (base.kind !== 'expression') return [];
  const { expression } = base;
  if (lookup) {
    const read = lookedUp(expression, scope);
    if (!read || !lookup.otherwise) return [];
    const value = typeof read.value === 'boolean' ? undefined : read.value;
    const text = String(value);
    const isKey = [text, text.trim(), text.trim().toLowerCase(), text.trim().toUpperCase()].some(each =>
      lookup.entries.has(lookupKey(each, lookup)),
    );
    const yes = [...lookup.entries].filter(([, { value: result }]) => consentAnswer(result) === true);
    if (isKey || yes.length === 0) return [];
    return [{ text: read.text, values: [value].flat(), meant: yes.map(([key]) => key) }];
  }
  const plain = nearComparisons(expression)
    .filter(near => nearValue(near, scope) === undefined)
    .map(({ path: { text }, read, known }) => ({ text, values: read(scope), meant: [...known] }));
  return [...plain, ...insideFunctions(expression, scope)];
}

/** Returns the value that a table looks up, before functions such as `$lowercase` change it; undefined for a computed one. */
function lookedUp(
  expression: Expression,
  scope: Scope,
): { readonly text: string; readonly value: unknown } | undefined {
  const { path, answer, source, evaluateDirectly } = expression;
  if (path !== null || answer !== undefined) return { text: source.trim(), value: evaluateDirectly?.(scope) };
  const [steps, ...others] = pathsRead(expression);
  if (!steps || others.length > 0 || !onlyForm.test(source)) return undefined;
  const [value, ...more] = pathReader({ steps, text: pathText(steps) })(scope);
  return more.length === 0 ? { text: pathText(steps), value } : undefined;
}

/** Functions that change the case and the ends of a text. */
const onlyForm = /^\s*(?:\$(?:lowercase|uppercase|trim|string)\(\s*)+[^()]{1,200}\)+\s*$/;

/** Returns the values that functions change before the rule compares them, without those for which it may say yes. */
function insideFunctions(expression: Expression, scope: Scope): readonly Compared[] {
  const all = wrappedComparisons(expression);
  return [...new Set(all.map(({ text }) => text))].flatMap((text): Compared[] => {
    const ofPath = all.filter(each => each.text === text);
    const [{ steps } = { steps: [] }] = ofPath;
    const values = pathReader({ steps, text: pathText(steps) })(scope);
    const mayHold = (value: unknown) =>
      ofPath.some(each => each.mayHold(typeof value === 'string' ? value : JSON.stringify(value)));
    if (values.some(mayHold)) return [];
    return [{ text, values, meant: ofPath.flatMap(({ texts }) => texts), isInside: true }];
  });
}

function isYes(value: unknown, isAnyText: boolean): boolean {
  const answer = consentAnswer(value);
  if (answer === undefined && typeof value === 'string' && beginningAnswer(value) === true) return true;
  return answer === true || (isAnyText && answer === undefined && typeof value === 'string');
}

function isCode(value: unknown): boolean {
  return /^\d+$/.test(String(value));
}

function cureOf(
  {
    text,
    lost,
    meant,
    name,
    isInside,
  }: Pick<Compared, 'text' | 'meant' | 'isInside'> & { readonly lost: unknown; readonly name: string },
  { lookup }: Rule,
): string {
  if (lookup)
    return `add ${JSON.stringify(String(lost))}: true to the table if it means yes, and false if it means no`;
  const isWord = consentAnswer(lost) === true && meant.some(each => consentAnswer(each) === true);
  if (isWord) {
    return `write ${name}: {from: ${expressionInYaml(text)}, as: boolean}, which reads ja, on, 1 and the like as a yes`;
  }
  if (isInside) return `if it means yes, add or ${text} = ${JSON.stringify(lost)} to the comparison`;
  return `if it means yes, compare with both: ${text} in [${[...meant, lost].map(each => JSON.stringify(each)).join(', ')}]`;
}
