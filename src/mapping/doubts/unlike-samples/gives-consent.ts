import { consentAnswer } from '../../convert/consent-answer.ts';
import { allowsContact } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';

/** True if the value of a rule gives a consent. `path`: that of the rule. */
export function givesConsent(path: string, text: string): boolean {
  if (consentAnswer(text) !== true) return false;
  const field = path.replace(/^additionalFields\./, '');
  return consentParameters.has(path) || (field !== path && allowsContact(field));
}
