import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { convert } from '../convert/convert.ts';
import type { Rule } from '../mapping.ts';
import type { DefaultedRule } from '../rule-defaults.ts';
import type { RuleShape } from '../schema.ts';
import type { RuleUse } from './rule-use.ts';

/** A rule as it is written, and its purpose. */
export interface RuleAsWritten {
  readonly path: YamlPath;
  readonly shape: RuleShape;
  readonly base: Rule['base'] | undefined;
  readonly use: RuleUse;
  /** Its keys with the defaults that apply to it. */
  readonly defaulted: DefaultedRule;
}

/** Returns the value of a rule that is only a literal. */
export function fixedLiteral(base: Rule['base'] | undefined): { readonly value: unknown } | undefined {
  if (base?.kind === 'literal') return { value: base.value };
  if (base?.kind === 'expression') return base.expression.literal ?? undefined;
  if (base?.kind !== 'template') return undefined;
  return base.parts.every(part => typeof part === 'string') ? { value: base.parts.join('') } : undefined;
}

/** Returns a value as `as: boolean` reads it. */
export function asBoolean(value: unknown): string | undefined {
  const rule = { date: { parse: [], format: undefined, zone: undefined }, phone: { country: undefined } };
  const converted = convert(value, { as: 'boolean', separator: ',', ...rule });
  return 'value' in converted ? converted.value : undefined;
}
