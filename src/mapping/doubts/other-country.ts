import { onceFor } from '../../diagnostics/once-for.ts';
import { compile } from '../../expressions/compile.ts';
import type { Doubt } from '../../expressions/convert/pattern-doubts.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import type { Rule } from '../mapping.ts';
import { countryBeside, type NamedCountry } from './country-beside.ts';

/**
 * Returns the doubt about a phone number without its country code that is read as one of the rule's country, although
 * the event names another country beside it.
 */
export function otherCountry(value: unknown, rule: Rule, scope: Scope): Doubt | undefined {
  const { as, base, because, phone } = rule;
  const isLocal = typeof value === 'string' && /^[\s(/-]*0[^0]/.test(value);
  if (as !== 'phone' || phone.country === undefined || because !== undefined || !isLocal) return undefined;
  const expression = base.kind === 'expression' ? base.expression : undefined;
  const path = expression?.path;
  if (!expression || !path || path[0]?.startsWith('$')) return undefined;
  const found = countryOfEntry(expression, scope) ?? countryOf(path, scope);
  if (found?.code === undefined || found.code === phone.country) return undefined;
  return {
    message: `${shown(value)} is read as a number of ${phone.country}, and ${found.text} is ${shown(found.value)}`,
    hint: `have the sender write + and the code of the country; if it writes the two letters of a country, write from: $phone(${expression.source.trim()}, ${found.text})`,
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
