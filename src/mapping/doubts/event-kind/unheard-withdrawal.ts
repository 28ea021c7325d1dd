import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Call } from '../../../inbox/call.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { asksForOptOut } from '../../opt-out.ts';
import { mentions } from './ended-record.ts';
import { type EndingSign, signsOfEvent } from './ended-signs.ts';
import { messageRules, sayNo } from './withdrawal.ts';

/** Returns the sign of an event that somebody unsubscribes, if the mapping reads the value of the sign. */
export function readUnsubscription(mapping: Mapping, input: MappingInput): EndingSign | undefined {
  const uses = expressionUses(mapping);
  return signsOfEvent(input).find(
    sign => sign.says === 'unsubscribed' && uses.some(({ expression }) => mentions(expression, sign, input)),
  );
}

/**
 * Returns a warning if somebody unsubscribes by a word that the mapping reads, and the consent is sent as a yes
 * nevertheless: `action = "unsubscribe" ? false : newsletter` does not know "opt-out". A rule that says no understands
 * the event. `sent`: the text that is sent for the path of a rule.
 */
export function unheardWithdrawal(
  mapping: Mapping,
  sign: EndingSign,
  sent: (path: string) => string | undefined,
  { where = 'the event', isShown = true }: { readonly where?: string; readonly isShown?: boolean } = {},
): Diagnostic | undefined {
  const given = messageRules(mapping, String(sign.value)).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const answer = consentAnswer(sent(path));
    return answer === undefined ? [] : [{ path, name, rule, isYes: answer !== asksForOptOut(name) }];
  });
  const [first] = given;
  if (!first || given.some(({ isYes, rule }) => !isYes || rule.because !== undefined)) return undefined;
  const { path, name, rule } = first;
  const word = isShown ? JSON.stringify(sign.value) : '"…"';
  const value = isShown ? `: ${shown(sign.value)}` : '';
  const message = `${where} says that somebody unsubscribed or withdrew a consent (${sign.at}${value}), and ${name} is sent as a yes: no condition of its rule is true for this word`;
  const condition = `${sign.at} in ["unsubscribe", ${word}]`.replaceAll("'", "''");
  const hint = `${sayNo(name, rule, condition)}; if the yes is right, add because: with the reason`;
  return diagnostic('mapping/ended-record', message, { hint, place: rule.base.place, path });
}

/** Returns the warning for the call of an event. */
export function yesDespiteWithdrawal(
  mapping: Mapping,
  input: MappingInput,
  call: Call,
): Diagnostic | undefined {
  const sign = readUnsubscription(mapping, input);
  if (!sign) return undefined;
  return unheardWithdrawal(mapping, sign, path => sentConsent(path, call));
}

/** Returns the text that a call sends for the path of a rule for a consent to messages. */
function sentConsent(path: string, call: Call): string | undefined {
  if (path === 'marketing') return 'consents' in call ? call.consents.marketing?.text : undefined;
  const change = call.additionalFields.find(({ key }) => path === `additionalFields.${key}`)?.change;
  return change && 'set' in change ? change.set.text : undefined;
}
