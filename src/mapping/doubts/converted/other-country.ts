import { onceFor } from '../../../diagnostics/once-for.ts';
import { compile } from '../../../expressions/compile.ts';
import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { isMobileElsewhere } from '../../../expressions/convert/phone-kind.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import type { Rule } from '../../mapping.ts';
import { countryBeside, type NamedCountry } from './country-beside.ts';
import { phoneCountries } from './phone-countries.ts';

/**
 * Returns the doubt about a phone number without its country code that is read as one of the rule's country, although
 * the event names another country beside it.
 */
export function otherCountry(value: unknown, rule: Rule, scope: Scope): Doubt | undefined {
  const { as, base, because, phone } = rule;
  if (as !== 'phone' || phone.country === undefined || because !== undefined) return undefined;
  if (typeof value !== 'string' || !/^[\s(/-]*0[^0]/.test(value)) return undefined;
  const expression = base.kind === 'expression' ? base.expression : undefined;
  const path = expression?.path;
  const isPath = expression && path && !path[0]?.startsWith('$');
  const found = isPath ? (countryOfEntry(expression, scope) ?? countryOf(path, scope)) : undefined;
  if (found?.code === phone.country) return undefined;
  if (!isPath || found?.code === undefined) return asOtherNumbers(value, phone.country, scope);
  return {
    message: `${shown(value)} is read as a number of ${phone.country}, and ${found.text} is ${shown(found.value)}`,
    hint: `have the sender write + and the code of the country; if it writes the two letters of a country, write from: $phone(${expression.source.trim()}, ${found.text})`,
  };
}

/** Returns the doubt about a landline number that would be a mobile number in the country of the other numbers of its event. */
function asOtherNumbers(value: string, country: string, { input, bindings }: Scope): Doubt | undefined {
  const [other, ...others] = phoneCountries([input, bindings.answers]);
  if (other === undefined || others.length > 0 || other === country) return undefined;
  if (!isMobileElsewhere(value, country, other)) return undefined;
  return {
    message: `${shown(value)} is read as a landline number of ${country}, and is a mobile number of ${other}, where the other numbers of the event are from`,
    hint: 'have the sender write + and the code of the country',
  };
}

type Found = NamedCountry & { readonly text: string };

function countryOf(path: readonly string[], { input }: Scope): Found | undefined {
  const found = countryBeside(path, input);
  return found && { ...found, text: pathText(found.steps) };
}

/** Returns the country in the entry of a list that an expression chooses: `phones[type = "m"].number`. */
function countryOfEntry(expression: Expression, scope: Scope): Found | undefined {
  const entry = entryOf(expression);
  const object = entry?.evaluateDirectly?.(scope);
  const found = entry && countryBeside([''], object);
  return found && { ...found, text: `${entry.source}.${pathText(found.steps)}` };
}

/** Every event passes here. */
const entryOf = onceFor(({ source }: Expression): Expression | undefined => {
  const text = source.trim();
  const at = text.lastIndexOf('.');
  if (at === -1 || !text.slice(0, at).endsWith(']') || text.indexOf(']', at) !== -1) return undefined;
  const compiled = compile(text.slice(0, at));
  return 'expression' in compiled ? compiled.expression : undefined;
});
