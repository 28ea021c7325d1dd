import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isConsentName } from '../mapping/opt-out.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { namedRules, ruleExpressions } from '../mapping/rules-of.ts';
import { findField } from './call/field-key.ts';

/**
 * Warns about a consent that reads a flag of the record or of the form, such as `customer.active` or `finished`: it is
 * true for almost everybody, and nobody was asked. A table or `because` confirms the rule.
 */
export function flagsAsConsents(
  mapping: Pick<Mapping, 'set' | 'additionalFields'>,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  return namedRules(mapping as Mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const field = name === path ? undefined : catalog && findField(name, catalog);
    const isConsent =
      name === path ? consentParameters.has(path) : [name, field?.name ?? ''].some(isConsentName);
    if (!isConsent || rule.because !== undefined || rule.lookup) return [];
    const [expression, ...others] = ruleExpressions(rule);
    if (!expression || others.length > 0) return [];
    const steps = expression.answer === undefined ? expression.path : [expression.answer];
    if (!steps || !isFlag(steps)) return [];
    const read = beginning(expression).replace(/^\w+: /, '');
    const message = `${name} reads ${read}, which by its name is a state of the record or of the form, and no answer about ${name}`;
    const hint = `read the answer about ${name}; if the name misleads, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** True if the last key names a state, and no key above it names a consent or a subscription. */
function isFlag(steps: readonly string[]): boolean {
  const plain = steps.map(each => spellings(each)[0] ?? '');
  const own = (plain.at(-1) ?? '')
    .split(' ')
    .filter(word => !around.has(word))
    .join(' ');
  if (!flags.has(own)) return false;
  return !steps.slice(0, -1).some(isConsentName) && !plain.some(each => ofSubscription.test(each));
}

/** Words around the state: `isActive`, `customer_verified`, `email_verified`. */
const around: ReadonlySet<string> = new Set(
  `is has was ist hat the customer client kunde user account konto contact kontakt person member profile email mail phone
  mobile flag record form response formular`.split(/\s+/),
);

const flags: ReadonlySet<string> = new Set(
  `active aktiv actif actief attivo enabled disabled aktiviert activated finished completed complete done abgeschlossen
  fertig guest gast verified verifiziert bestatigt confirmed approved registered registriert valid gultig existing
  new neu deleted archived blocked locked published public visible submitted processed paid success successful logged in
  login online vip premium admin test live open read seen imported synced
  `.split(/\s+/),
);

const ofSubscription =
  /\b(?:subscri\w*|abonn\w*|newsletter|list|lists|liste|mailing\w*|marketing|permissions?|channels?|opt ?in|double|receiver|recipient|photos?|fotos?|sms|whats ?app)\b/;
