import type { ReadingDefaults } from '../expressions/conversions.ts';
import type { Expression } from '../expressions/expression.ts';
import type { EmptyWords } from './convert/empty-words.ts';
import type { Rule } from './mapping.ts';
import { type DefaultedRule, type DefaultsLayer, withDefaults } from './rule-defaults.ts';

/** Returns the defaults for functions in a rule's expressions: its own keys and its defaults. */
export function readingOf({ date, phone }: DefaultedRule, empty?: EmptyWords): ReadingDefaults {
  const { parse, zone, language } = date;
  return {
    date: { parse, zone, ...(language !== undefined && { language }) },
    country: phone.country,
    ...(empty && empty.size > 0 && { empty: [...empty] }),
  };
}

/** Returns the defaults for functions in expressions outside of rules. */
export function readingBy(layers: readonly DefaultsLayer[]): ReadingDefaults {
  const nothing: DefaultedRule = {
    date: { parse: [], format: undefined, zone: undefined },
    phone: { country: undefined },
    separator: ',',
    decimal: undefined,
    whenMissing: 'skip',
    whenEmpty: 'skip',
    open: { keys: ['parse', 'zone', 'country'], clearable: false },
  };
  return readingOf(layers.reduce<DefaultedRule>(withDefaults, nothing));
}

/** Returns the reading functions in the base of a rule, without the dollar sign. */
export function conversionsOf(base: Rule['base'] | undefined): ReadonlySet<string> {
  const parts: readonly (string | Expression)[] =
    base?.kind === 'template' ? base.parts : base?.kind === 'expression' ? [base.expression] : [];
  return new Set(parts.flatMap(each => (typeof each === 'string' ? [] : [...(each.conversions ?? [])])));
}
