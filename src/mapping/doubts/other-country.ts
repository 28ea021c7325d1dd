import type { Doubt } from '../../expressions/convert/doubts.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import type { Rule } from '../mapping.ts';
import { countryBeside } from './country-beside.ts';

/**
 * Returns the doubt about a phone number without its country code that is read as one of the rule's country, although
 * the event names another country beside it.
 */
export function otherCountry(value: unknown, rule: Rule, { input }: Scope): Doubt | undefined {
  const { as, base, because, phone } = rule;
  const isLocal = typeof value === 'string' && /^[\s(/-]*0[^0]/.test(value);
  if (as !== 'phone' || phone.country === undefined || because !== undefined || !isLocal) return undefined;
  const path = base.kind === 'expression' ? base.expression.path : null;
  if (!path || path[0]?.startsWith('$')) return undefined;
  const found = countryBeside(path, input);
  if (found?.code === undefined || found.code === phone.country) return undefined;
  return {
    message: `${shown(value)} is read as a number of ${phone.country}, and ${pathText(found.steps)} is ${shown(found.value)}`,
    hint: `have the sender write + and the code of the country; if it writes the two letters of a country, write from: $phone(${pathText(path)}, ${pathText(found.steps)})`,
  };
}
