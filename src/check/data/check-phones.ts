import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { whyNoPhone } from '../../mapping/convert/phone-text.ts';
import { evaluateBase } from '../../mapping/evaluate/evaluate-base.ts';
import type { Mapping, ParameterRule, Rule } from '../../mapping/mapping.ts';
import { endless, type Patience } from './patience.ts';
import { showsValues, type Trial, type Wanted, whereOf } from './trial.ts';

/**
 * Warns about rules that send national phone numbers, `0151 …`. Without a plus sign their country is unknown,
 * and the account does not find its customer by them. `because` confirms them.
 */
export async function checkPhones(
  { set }: Mapping,
  events: readonly Wanted[],
  patience: Patience = endless,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const parameter of set.filter(readsPhone)) {
    const warning = await nationalIn(parameter, events, patience);
    if (warning) found.push(warning);
  }
  return found;
}

function readsPhone({ name, rule }: ParameterRule): boolean {
  if (name !== 'mobile' && name !== 'phone') return false;
  const isAsItIs = rule.as === undefined || rule.as === 'text';
  return isAsItIs && rule.base.kind !== 'literal' && rule.lookup === undefined && rule.because === undefined;
}

async function nationalIn(
  { name, rule }: ParameterRule,
  events: readonly Wanted[],
  patience: Patience,
): Promise<Diagnostic | undefined> {
  const numbers: { readonly value: string; readonly trial: Trial }[] = [];
  for (const { trial, scope } of events) {
    if (trial.test === undefined && !patience()) break;
    // A failure is reported when expressions are evaluated.
    const given = await evaluateBase(rule, scope);
    if ('value' in given && typeof given.value === 'string' && isNational(given.value))
      numbers.push({ value: given.value, trial });
  }
  const found = numbers.find(({ trial }) => showsValues(trial)) ?? numbers[0];
  if (!found) return undefined;
  const number = showsValues(found.trial) ? shown(found.value) : 'a number without +';
  const message = `${name} is ${number} in ${whereOf(found.trial)}, and is sent like that, without its country`;
  const hint = `${cureOf(name, rule)} with the country of the customers; if it is right, add because: with the reason`;
  return diagnostic('check/national-phone', message, { hint, place: rule.base.place, path: name });
}

function cureOf(name: string, { base }: Rule): string {
  return base.kind === 'expression'
    ? `write ${name}: {${beginning(base.expression)}, as: phone, country: DE}`
    : 'add as: phone, country: DE to the rule,';
}

/** A text that is not a number at all is reported separately. */
function isNational(text: string): boolean {
  return whyNoPhone(text) === undefined && !/^[\s\p{Cf}]*[+＋]/u.test(text);
}
