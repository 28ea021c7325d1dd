import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { placeholderIn } from '../../diagnostics/placeholder.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import type { Notice } from '../../expressions/notice.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathReader } from '../../expressions/paths/path-values.ts';
import { pathsRead, placedPaths } from '../../expressions/paths/placed-paths.ts';
import { consentAnswer } from '../convert/consent-answer.ts';
import { meansYes } from '../convert/convert-boolean.ts';
import { nearlyInTable } from '../evaluate/look-up.ts';
import { partsHint } from '../evaluate/table-hint.ts';
import type { Rule } from '../mapping.ts';
import { allowsContact, asksForConsent, holdsConsents, isConsentName } from '../opt-out.ts';
import { consentParameters } from '../parameters.ts';
import { denialInWords, deniedConsent } from './comparisons/denied-consent.ts';
import { ruleForDeniedAnswer } from './comparisons/denied-hint.ts';
import { revokedBeside } from './comparisons/revoked-beside.ts';
import { sayNo } from './event-kind/withdrawal.ts';
import { noticeDoubt } from './notice-doubts.ts';

interface At {
  readonly path: string;
  readonly scope: Scope;
}

/** Returns a doubt about a text that `$join` made from parts of which some are empty: `Nuts, , Pollen`. */
export function joinedEmpty(value: unknown, { base }: Rule, { path }: At): readonly Diagnostic[] {
  if (typeof value !== 'string' || base.kind !== 'expression') return [];
  const { expression, place } = base;
  const isEmpty = expression.source.includes('$join(') && /^\s*[,;|/]|[,;|/]\s*[,;|/]|[,;|/]\s*$/.test(value);
  if (!isEmpty) return [];
  const message = `${path}: ${shown(value)} has a separator with nothing beside it, which $join writes for an empty part`;
  const hint = 'leave the empty parts out: write $join(LIST[$ != ""], ", ") with the list';
  return [diagnostic('mapping/placeholder-value', message, { hint, place, path })];
}

/** Returns a doubt about a result of `otherwise` if a key of the table is similar to the value. */
export function nearKeyDoubt(given: unknown, rule: Rule, path: string): Diagnostic | undefined {
  const near = rule.lookup && rule.because === undefined ? nearlyInTable(given, rule.lookup) : undefined;
  if (!near) return undefined;
  const message = `${path}: ${shown(near.text)} is not a key of the table, so the value of otherwise is sent; the table has the key ${shown(near.key)}`;
  if (near.isPart) {
    const hint = `${partsHint(near.text, rule.lookup ?? { entries: new Map() })}; if otherwise is meant, add because: with the reason`;
    return diagnostic('mapping/ambiguous-value', message, { hint, place: rule.base.place, path });
  }
  if (near.isResult) {
    const is = `${path}: ${shown(near.text)} is not a key of the table, so the value of otherwise is sent; ${shown(near.key)} is a result of the table`;
    const hint = `add ${shown(near.text)}: ${shown(near.key)} to the table; if otherwise is meant, add because: with the reason`;
    return diagnostic('mapping/ambiguous-value', is, { hint, place: rule.base.place, path });
  }
  const isQuoted = /^[“”„‟«»‘’‚‛].*[“”„‟«»‘’‚‛]$/su.test(near.key.trim());
  const isOfOtherCase = near.key.toLowerCase() === near.text.toLowerCase();
  const cure = isQuoted
    ? 'write the key of the table without these quotation marks'
    : `add ${isOfOtherCase ? 'ignoreCase: true, or ' : ''}the value as it is written here`;
  const hint = `${cure}; if otherwise is meant, add because: with the reason`;
  return diagnostic('mapping/ambiguous-value', message, { hint, place: rule.base.place, path });
}

/** Returns a doubt about a text that functions and `&` make of nothing: `"MB-" & $pad(number, -4, "0")` is MB-0000. */
export function madeOfNothing(
  value: unknown,
  { base, because }: Rule,
  { path, scope }: At,
): readonly Diagnostic[] {
  if (typeof value !== 'string' || because !== undefined || base.kind !== 'expression') return [];
  const { expression, place } = base;
  if (expression.path !== null || expression.literal !== null || /[?=<>]/.test(expression.source)) return [];
  const paths = pathsRead(expression);
  const isNothing = (steps: readonly string[]) =>
    pathReader({ steps, text: pathText(steps) })(scope).every(each => presenceOf(each) !== 'present');
  if (paths.length === 0 || !paths.every(isNothing)) return [];
  const message = `${path}: the event has none of the values that the rule reads, and ${shown(value)} is sent`;
  const hint = `write ${paths.map(steps => pathText(steps)).join(' and ')} ? (…) with this expression in place of …; then nothing is sent`;
  return [diagnostic('mapping/set-by-absence', message, { hint, place, path })];
}

/** Returns a doubt about a name that is empty because `$split` finds no word at its position: `Anna  Berg`. */
export function lostName(rule: Rule, path: string, noticed: readonly Notice[]): Diagnostic | undefined {
  const doubt = noticeDoubt('', rule, path, noticed);
  const details = { place: rule.base.place, path };
  return (
    doubt &&
    diagnostic('mapping/ambiguous-value', `${path}: ${doubt.message}`, { ...details, hint: doubt.hint })
  );
}

/** Returns a doubt about a consent that becomes a yes although a value beside it says that it was revoked. */
export function yesDespiteRevocation(value: unknown, rule: Rule, { path, scope }: At): readonly Diagnostic[] {
  if (rule.because !== undefined || rule.base.kind !== 'expression') return [];
  // Most values are no yes, and to know a consent by its name takes longer.
  if (consentAnswer(value) !== true) return [];
  const name = path.replace(/^additionalFields\./, '');
  const { expression } = rule.base;
  const isConsent = consentParameters.has(path) || allowsContact(name) || readsConsent(expression);
  const revoked =
    isConsent || value !== 1 || rule.as === 'boolean'
      ? revokedBeside(expression, scope, { field: name })
      : undefined;
  if (!revoked || !(isConsent || revoked.isOfSame)) return [];
  const { at, kind } = revoked;
  const message = `${path}: the rule says yes, but ${at} is ${shown(revoked.value)}`;
  const literal = typeof revoked.value === 'string' ? JSON.stringify(revoked.value) : String(revoked.value);
  // A text with a yes or a date is true as a condition, and an empty one or none is false.
  const withdrawn = kind === 'moment' ? at : `${at} = ${literal}`;
  const cure =
    kind === 'ended'
      ? 'read the present state of the consent: it was valid until this day'
      : kind === 'answer'
        ? `read this answer, as in ${name}: {from: ${expressionInYaml(at)}, as: boolean}`
        : `${sayNo(name, rule, withdrawn.replaceAll("'", "''"))}, or read the present state of the consent`;
  const hint = `${cure}; if it is right, add because: with the reason`;
  const details = { hint, place: rule.base.place, path, severity: 'warning' as const };
  return [diagnostic('mapping/denied-consent', message, details)];
}

/** True if an expression reads a value that is a consent by its name. The name of the field may say less: `news`. */
const readsConsent = onceFor((expression: Expression): boolean =>
  [...pathsRead(expression), expression.answer === undefined ? [] : [expression.answer]].some(steps =>
    steps.some(each => isConsentName(each) || holdsConsents(each)),
  ),
);

/**
 * Returns a doubt about a field that becomes true because a value exists, although that value means no. For
 * consents, such a value is refused.
 */
export function yesDespiteNo(value: unknown, rule: Rule, { path, scope }: At): readonly Diagnostic[] {
  if (rule.because !== undefined || rule.base.kind !== 'expression') return [];
  const { source } = rule.base.expression;
  const name = path.replace(/^additionalFields\./, '');
  const asks = value === true && path.startsWith('additionalFields.');
  if (!asks || !asksWhetherThere.test(source)) return [];
  const denied = deniedConsent(rule, scope);
  if (!denied || typeof denied.value === 'number') return [];
  const isOther = denied.says === undefined && asksForConsent(name) && isNoYes(denied.value, source);
  if (denied.says !== false && !isOther) return [];
  const hint = ruleForDeniedAnswer(denied, name).replace(
    /^write \S+: ([^{,]+), which reads/,
    `write ${name}: {from: $1, as: boolean}, which reads`,
  );
  const details = { hint, place: rule.base.place, path, severity: 'warning' as const };
  return [diagnostic('mapping/denied-consent', `${path}: ${denialInWords(denied)}`, details)];
}

/** Conditions that are true for any text, or also for a no: `$exists(a)`, `a != "no"`, `$contains(a, "yes")`. */
const asksWhetherThere =
  /^\s*\$(?:exists|boolean)\(|\?\s*true\s*:|!=\s*["']|\$(?:length|count)\(|\$contains\(/;

/**
 * True for a text that does not mean yes, if the rule only excludes one text or searches for a part of it, and for an
 * object, such as an old and a new value.
 */
function isNoYes(value: unknown, source: string): boolean {
  if (typeof value === 'object') return !source.includes('$count(');
  if (typeof value !== 'string' || meansYes(value)) return false;
  const [, contained] = /\$contains\([^"']{1,200}["']([^"']{1,80})["']/.exec(source) ?? [];
  if (contained === undefined) return /!=\s*["'][^"']/.test(source);
  return !value.split(/[^\p{L}\p{N}]+/u).includes(contained) && /^\p{L}+$/u.test(contained);
}

/**
 * Returns a doubt about the word null, into which `&` turns a null: `first & " " & last` is "null Miller"
 * without a first name. The same applies to texts that senders write for an empty value.
 */
export function joinedNull(value: unknown, rule: Rule, { path, scope }: At): readonly Diagnostic[] {
  if (typeof value !== 'string' || rule.base.kind !== 'expression') return [];
  const { expression, place } = rule.base;
  if (!expression.source.includes('&') || placeholderIn(value) !== undefined) return [];
  const textOf = (each: { readonly offset: number; readonly length: number }) =>
    expression.source.slice(each.offset, each.offset + each.length);
  const found = placedPaths(expression)
    .filter(({ from }) => from === 0)
    .flatMap(each => {
      const parts = pathReader({ steps: each.steps, text: textOf(each) })(scope);
      const part = parts.find(one => isNothingIn(value, one));
      return part === undefined ? [] : [{ of: textOf(each), part }];
    })[0];
  if (!found) return [];
  const message =
    found.part === null
      ? `${path}: ${shown(value)} has the word null, which & makes of ${found.of}`
      : `${path}: ${shown(value)} has ${shown(String(found.part))} of ${found.of} in it, which senders write for an empty value`;
  const hint =
    'write a template, as in template: "{first} {last}", which is not sent where a part is missing';
  return [diagnostic('mapping/placeholder-value', message, { hint, place, path })];
}

/** True for a part of a text that is null, or that a sender writes for an empty value. */
function isNothingIn(whole: string, part: unknown): boolean {
  if (part === null) return /(?<!\p{L})null(?!\p{L})/u.test(whole);
  return typeof part === 'string' && placeholderIn(part.trim()) !== undefined && whole.includes(part.trim());
}
