import type jsonata from 'jsonata';
import { type ConversionName, convertByFunction, type ReadingDefaults } from '../conversions.ts';
import type { TakeNotice } from '../notice.ts';
import { ownValue } from '../plain-value.ts';
import type { Bounded, Implementation } from './text-functions.ts';

/** The settings of the reading functions in the running evaluation. */
export interface ConversionsNow {
  readonly reading: ReadingDefaults | undefined;
  readonly take: TakeNotice;
}

/** Functions that JSONata lacks: `$date`, `$phone`, `$age`, `$choice`, and `$number` with a separator. */
export function conversionFunctionsOf(now: () => ConversionsNow): readonly Bounded[] {
  return [
    { name: 'date', signature: '<xx?:x>', bound: () => reads('date', now) },
    { name: 'phone', signature: '<xx?:x>', bound: () => reads('phone', now) },
    { name: 'age', signature: '<xx?:x>', bound: () => reads('age', now) },
    // The check against the account replaces the value by the matching choice.
    { name: 'choice', signature: '<x:x>', bound: () => (value: unknown) => value },
    { name: 'number', signature: '<(nsb)-s?:n>', bound: original => withDecimal(original, now) },
  ];
}

function reads(name: ConversionName, now: () => ConversionsNow): Implementation {
  function reading(this: jsonata.Focus, value: unknown, option: unknown): unknown {
    const receivedAt = ownValue(this.environment.lookup('event'), 'receivedAt');
    return convertByFunction(name, [value, option], { receivedAt, ...now() });
  }
  // JSONata passes a function of `$map` as many arguments as it declares, and the second would be a position.
  return Object.defineProperty(reading, 'length', { value: 1 });
}

function withDecimal(original: Implementation, now: () => ConversionsNow): Implementation {
  const read = reads('number', now);
  function number(this: jsonata.Focus, value: unknown, decimal: unknown): unknown {
    const call = decimal === undefined ? original : read;
    return call.call(this, ...([value, decimal] as never[]));
  }
  return Object.defineProperty(number, 'length', { value: original.length });
}

/** Loads the libraries that an expression needs, so that its computing time does not include it. */
export function prepareConversions(source: string): void {
  const surroundings = { reading: undefined, receivedAt: undefined };
  if (/\$(?:date|age)\b/.test(source)) convertByFunction('date', ['2026-03-31'], surroundings);
  if (/\$phone\b/.test(source)) convertByFunction('phone', ['+4930123456'], surroundings);
}
