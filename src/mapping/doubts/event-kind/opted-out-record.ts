import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Call } from '../../../inbox/call.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { asksForOptOut } from '../../opt-out.ts';
import type { NamedRule } from '../../rules-of.ts';
import { mentions } from './ended-record.ts';
import type { EndingSign } from './ended-signs.ts';
import { sentConsent } from './unheard-withdrawal.ts';
import { messageRules, sayNo } from './withdrawal.ts';

/**
 * Returns a warning about a consent to messages that is sent as a yes although the record says elsewhere that the person has
 * unsubscribed or has not confirmed: `status: unsubscribed` beside `fields.newsletter: "1"`. A mapping that reads the
 * value understands it.
 */
export function optedOutRecord(mapping: Mapping, input: MappingInput, call: Call): Diagnostic | undefined {
  // Most mappings and events have none.
  const signs = signsBelow(input.payload, []).filter(
    ({ key }) => !input.answers || !Object.hasOwn(input.answers, key),
  );
  for (const sign of signs) {
    if (expressionUses(mapping).some(({ expression }) => mentions(expression, sign, input))) continue;
    const given = messageRules(mapping, sign.key).find(each => isYes(each, call));
    if (!given) continue;
    const name = nameOf(given);
    const message = `${given.path}: the rule says yes, but ${sign.at} is ${shown(sign.value)}`;
    const literal = JSON.stringify(sign.value).replaceAll("'", "''");
    const hint = `${sayNo(name, given.rule, `${sign.at} = ${literal}`)}; if the yes is right, add because: with the reason`;
    return diagnostic('mapping/denied-consent', message, {
      hint,
      place: given.rule.base.place,
      path: given.path,
      severity: 'warning',
    });
  }
  return undefined;
}

function nameOf({ path }: NamedRule): string {
  return path.replace(/^additionalFields\./, '');
}

function isYes(named: NamedRule, call: Call): boolean {
  if (named.rule.because !== undefined) return false;
  const answer = consentAnswer(sentConsent(named.path, call));
  return answer !== undefined && answer !== asksForOptOut(nameOf(named));
}

function signsBelow(object: unknown, steps: readonly string[]): readonly EndingSign[] {
  if (!isPlainObject(object)) return [];
  return Object.keys(object)
    .slice(0, mostKeys)
    .flatMap((key): readonly EndingSign[] => {
      const value: unknown = ownValue(object, key);
      if (isPlainObject(value)) return steps.length < deepest ? signsBelow(value, [...steps, key]) : [];
      const { isFlag, isState } = keyMeans(key);
      const says = (isFlag && consentAnswer(value) === true) || (isState && isUnsubscribed(value));
      return says ? [{ at: pathText([...steps, key]), key, value, says: 'unsubscribed' }] : [];
    });
}

const mostKeys = 200;
const deepest = 3;

/** Every key of every event passes here. */
const keyMeans = onceForText((key: string): { readonly isFlag: boolean; readonly isState: boolean } => {
  const name = spellings(key)[0] ?? '';
  return { isFlag: flags.test(name), isState: states.test(name) };
});

/** A flag of the record at a CRM, in the names of Salesforce, Zoho, HubSpot, Freshsales, Brevo and others. */
const flags =
  /^(?:hs |is |has |email |e mail |marketing |newsletter |contact )*(?:opt(?:ed)? ?out|unsubscribed|do not (?:email|contact|disturb|mail)|email (?:opt ?out|blacklisted|blocklisted|unsubscribed)|optout|blacklisted|blocklisted)(?: of (?:e ?mail|marketing|newsletter|all))?$/;

function isUnsubscribed(value: unknown): boolean {
  return typeof value === 'string' && unsubscribed.test(spellings(value)[0] ?? '');
}

const states =
  /^(?:(?:email|e mail|marketing|newsletter|subscriber|subscription|contact|member|opt ?in|abo|mailing) )*(?:status|state|zustand|statut|estado|stato)$/;
const unsubscribed =
  /^(?:unsubscribed?|unconfirmed|opted ?out|suppressed|bounced|complained|spam complaint|cleaned|blacklisted|blocked|abgemeldet|ausgetragen|unbestatigt|nicht bestatigt|desabonnee?|desinscrite?|uitgeschreven|afgemeld|disiscritto|dado de baja)$/;
