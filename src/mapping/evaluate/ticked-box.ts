import { elementsOf } from '../../expressions/convert/presence.ts';
import type { Scope } from '../../expressions/expression.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { beginning } from '../answers/answer-expression.ts';
import { answerInWords } from '../convert/convert-boolean.ts';
import type { Rule } from '../mapping.ts';
import { isConsentName } from '../opt-out.ts';
import { consentParameters } from '../parameters.ts';

/** The values of hidden fields before a checkbox, which mean that it is not ticked. */
const hiddenWords: ReadonlySet<string> = new Set(['0', 'false', 'off']);

/**
 * Returns the yes of a ticked checkbox, if a form also sends a hidden field of the same name with a no: the
 * no before the yes (`0`, `1`), or `true` before `false`, as in ASP.NET. Both are one field of the payload.
 * Other words ("nein", "ja") may be two answers, and are accepted from a form of HTML alone, and not for a consent.
 */
export function tickedBox(given: unknown, rule: Rule, path: string, scope: Scope): string | undefined {
  const isConsent = consentParameters.has(path);
  if ((rule.as !== 'boolean' && !isConsent) || rule.lookup) return undefined;
  const texts = twoTexts(given);
  if (!texts || !isOneField(rule, scope)) return undefined;
  const [first, second] = texts;
  const words = texts.map(text => text.trim().toLowerCase());
  if (words[0] === 'true' && words[1] === 'false') return first;
  const isTicked = answerInWords(first) === false && answerInWords(second) === true;
  const mayBeWords = !isConsent && !isConsentName(path.replace(/^additionalFields\./, '')) && isForm(scope);
  return isTicked && (mayBeWords || hiddenWords.has(words[0] ?? '')) ? second : undefined;
}

/** True for the body of a form of HTML, in which a hidden field and its box are two values of one name. */
function isForm({ bindings: { headers } }: Scope): boolean {
  const type = ownValue(headers, 'content-type');
  return (
    typeof type === 'string' && /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)
  );
}

/** The hint about several answers to one question. It never advises to take one by position. */
export function answersHint(given: unknown, { as, base }: Rule, path: string): string | undefined {
  const elements = elementsOf(given);
  const isYesOrNo = (each: unknown) =>
    typeof each === 'boolean' || (typeof each === 'string' && answerInWords(each) !== undefined);
  const isAsked = as === 'boolean' || consentParameters.has(path);
  if (
    elements.length < 2 ||
    !(isAsked || elements.every(each => typeof each === 'string' && isYesOrNo(each)))
  )
    return undefined;
  if (!isAsked) {
    const begins = base.kind === 'expression' ? beginning(base.expression) : 'from: list';
    return `if a form sends a hidden field and a tick box with the same name, write {${begins}, as: boolean}`;
  }
  return 'have the form send one answer; of two, only a hidden field before its tick box counts (0, false or off, then the yes; or true, then false)';
}

function twoTexts(value: unknown): readonly [string, string] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [first, second] = value as readonly unknown[];
  return typeof first === 'string' && typeof second === 'string' ? [first, second] : undefined;
}

/** True if a rule is a path to one place of the payload. A path through a list may lead to several people. */
function isOneField({ base }: Rule, { input, bindings }: Scope): boolean {
  if (base.kind !== 'expression') return false;
  const { answer, evaluateDirectly } = base.expression;
  if (answer !== undefined) return Array.isArray(evaluateDirectly?.({ input, bindings }));
  if (base.expression.path === null || base.expression.source.includes('[')) return false;
  const [first = '', ...below] = base.expression.path;
  const start = first.startsWith('$') ? variable(first, { input, bindings }) : ownValue(input, first);
  return Array.isArray(below.reduce<unknown>(ownValue, start));
}

function variable(name: string, { input, bindings }: Scope): unknown {
  return name === '$' || name === '$$' ? input : ownValue(bindings, name.slice(1));
}
