import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { asksForOptOut, isConsentName } from '../../opt-out.ts';
import { readsOptOut } from '../../opt-out-read.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../rules-of.ts';

/**
 * True if a rule for a consent reads a no in the event, or a rule for an opt-out reads a yes. `kind` is the kind of
 * event: a no to text messages says nothing about `member.unsubscribed` if there is a newsletter.
 */
export function readsWithdrawal(
  mapping: Mapping,
  { payload, answers, headers, query }: MappingInput,
  kind: string,
): boolean {
  const scope = { input: payload, bindings: { answers, headers, query } };
  return messageRules(mapping, kind).some(({ path, rule }) => {
    const no = asksForOptOut(nameOf(path)) || readsOptOut(rule);
    return ruleExpressions(rule).some(expression => {
      const values =
        expression.answer === undefined
          ? pathsRead(expression).flatMap(steps => pathReader({ steps, text: pathText(steps) })(scope))
          : [expression.evaluateDirectly?.(scope)].flat();
      return values.some(value => value !== undefined && consentAnswer(value) === no);
    });
  });
}

/** Returns the rules for consents to messages and for opt-outs that a kind of event is about: by default, those to letters. */
export function messageRules(mapping: Mapping, kind: string): readonly NamedRule[] {
  const all = ofMessages(mapping);
  const ofLetters = byOtherWay.test(kind) ? [] : all.filter(({ path }) => !byOtherWay.test(path));
  return ofLetters.length > 0 ? ofLetters : all;
}

/** Returns the advice for an event in which somebody unsubscribes: it is never left out, because an earlier yes would stay. */
export function withdrawalHint(mapping: Mapping, condition: string): string {
  const all = ofMessages(mapping).filter(({ path }) => !asksForOptOut(nameOf(path)));
  const own = all.find(({ path }) => !byOtherWay.test(path)) ?? all[0];
  if (own) {
    return `${sayNo(nameOf(own.path), own.rule, condition)}; if the event means something else, let when ask for it`;
  }
  return `have a mapping say no for such events, as in newsletter: '${condition} ? false' with the keyName of the consent; if another mapping does that, let when of this one ask for its own events`;
}

/** Returns the advice to let a rule say no in a case. Its other values, and those that are missing, stay as they are. */
export function sayNo(name: string, rule: Rule, condition: string): string {
  const no = [...(rule.lookup?.entries ?? [])].find(([, { value }]) => consentAnswer(value) === false)?.[0];
  const said = no === undefined ? 'false' : JSON.stringify(no).replaceAll("'", "''");
  return `let the rule for ${name} say no, as in ${name}: '${condition} ? ${said} : (…)' with its expression in place of …`;
}

/** Returns the rules for consents to messages, and for opt-outs. Terms and the like are no subscriptions. */
function ofMessages(mapping: Mapping): readonly NamedRule[] {
  return namedRules(mapping).filter(({ path }) => {
    if (path === 'marketing') return true;
    const name = nameOf(path);
    return (
      path !== name &&
      !ofSomethingElse.test(name) &&
      (isConsentName(name) || asksForOptOut(name) || texts.test(name))
    );
  });
}

const byOtherWay = /sms|whats ?app|phone|telefon|anruf|\bcalls?\b|push|messenger|signal|telegram/i;
const texts = /^(?:.*[._ -])?(?:sms|whats ?app)(?:[._ -].*)?$/i;
const ofSomethingElse =
  /photo|foto|bild|image|picture|video|cookie|datenschutz|privacy|terms|agb|(?:^|[^a-z])(?:gdpr|dsgvo)/i;

function nameOf(path: string): string {
  return path.replace(/^additionalFields\./, '');
}
