import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { whyNoPhone } from '../../mapping/convert/phone-text.ts';
import type { Mapping, ParameterRule } from '../../mapping/mapping.ts';
import { showsValues, type Wanted, whereOf } from './trial.ts';

/**
 * Warns of rules that send a phone number as people of one country write it, `0151 …`: without a plus sign nobody can tell
 * whose number it is, and the account does not find its customer by it. With `because` it is meant.
 */
export function checkPhones({ set }: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return set.flatMap(parameter => (readsPhone(parameter) ? (nationalIn(parameter, events) ?? []) : []));
}

function readsPhone({ name, rule }: ParameterRule): boolean {
  if (name !== 'mobile' && name !== 'phone') return false;
  const isAsItIs = rule.as === undefined || rule.as === 'text';
  return isAsItIs && rule.lookup === undefined && rule.because === undefined;
}

function nationalIn({ name, rule }: ParameterRule, events: readonly Wanted[]): Diagnostic | undefined {
  const { base } = rule;
  if (base.kind !== 'expression') return undefined;
  const { expression } = base;
  const numbers = events.flatMap(({ trial, scope }) => {
    const value = valueAt(expression.evaluateDirectly, scope);
    return typeof value === 'string' && isNational(value) ? [{ value, trial }] : [];
  });
  const found = numbers.find(({ trial }) => showsValues(trial)) ?? numbers[0];
  if (!found) return undefined;
  const number = showsValues(found.trial) ? shown(found.value) : 'a number without +';
  const message = `${name} is ${number} in ${whereOf(found.trial)}, and is sent like that, without its country`;
  const hint = `write ${name}: {${beginning(expression)}, as: phone, country: DE} with the country of the customers; if it is right, add because: with the reason`;
  return diagnostic('check/national-phone', message, { hint, place: base.place, path: name });
}

function valueAt(
  evaluate: ((scope: Wanted['scope']) => unknown) | undefined,
  scope: Wanted['scope'],
): unknown {
  try {
    return evaluate?.(scope);
  } catch {
    // Its failure is reported when expressions are tried.
    return undefined;
  }
}

/** A text that is no number at all is reported separately. */
function isNational(text: string): boolean {
  return whyNoPhone(text) === undefined && !/^[\s\p{Cf}]*[+＋]/u.test(text);
}
