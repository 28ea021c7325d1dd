import { convertNumber, type DecimalSign } from '../../expressions/convert/convert-number.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import { tryOn } from './trial.ts';

/** A rule that names the sign before the decimals of its numbers. */
export interface NumberRule {
  readonly path: string;
  readonly expression: Expression;
  readonly decimal: DecimalSign;
}

/** The signs that fit a number: only that of the rule, only the other one, or both with different numbers. */
export interface ReadNumberSign {
  readonly path: string;
  readonly order: 'own' | 'other' | 'both';
  readonly decimal: DecimalSign;
}

/** Returns the rules of a mapping that name the sign before the decimals. A reason excludes a rule. */
export function numberRules(mapping: Mapping): readonly NumberRule[] {
  return namedRules(mapping).flatMap(({ path, rule }): readonly NumberRule[] => {
    const { as, base, because, lookup, decimal } = rule;
    if (as !== 'number' || because !== undefined || lookup || base.kind !== 'expression') return [];
    return decimal === undefined ? [] : [{ path, expression: base.expression, decimal }];
  });
}

/** Returns the signs that fit the numbers of an event; nothing for a value that is the same number with both, or none. */
export async function readNumberSigns(
  rules: readonly NumberRule[],
  scope: Scope,
): Promise<readonly ReadNumberSign[]> {
  const found: ReadNumberSign[] = [];
  for (const { path, expression, decimal } of rules) {
    const tried = await tryOn(expression, scope);
    const texts = 'failed' in tried ? [] : elementsOf(tried.value);
    for (const text of texts) {
      const order = typeof text === 'string' ? signIn(text, decimal) : undefined;
      if (order) found.push({ path, order, decimal });
    }
  }
  return found;
}

function signIn(text: string, decimal: DecimalSign): ReadNumberSign['order'] | undefined {
  const here = numberBy(text, decimal);
  const there = numberBy(text, decimal === '.' ? ',' : '.');
  if (here === there) return undefined;
  return here !== undefined && there !== undefined ? 'both' : here === undefined ? 'other' : 'own';
}

function numberBy(text: string, decimal: DecimalSign): string | undefined {
  const read = convertNumber(text, decimal);
  return 'value' in read ? read.value : undefined;
}
