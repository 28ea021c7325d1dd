import type jsonata from 'jsonata';
import { type ConversionName, convertedBy, type ReadingDefaults } from '../conversions.ts';
import type { TakeNotice } from '../notice.ts';
import { ownValue } from '../plain-value.ts';
import type { Bounded, Implementation } from './text-functions.ts';

/** The settings of the functions that read values in the running evaluation. */
export interface ConversionsNow {
  readonly reading: ReadingDefaults | undefined;
  readonly take: TakeNotice;
}

/** `$date`, `$phone`, `$age` and `$choice`, which JSONata does not have, and `$number` with a decimal sign. */
export function conversionFunctionsOf(now: () => ConversionsNow): readonly Bounded[] {
  return [
    { name: 'date', signature: '<xx?:x>', bound: () => reads('date', now) },
    { name: 'phone', signature: '<xx?:x>', bound: () => reads('phone', now) },
    { name: 'age', signature: '<xx?:x>', bound: () => reads('age', now) },
    // The check against the account finds the choice that is meant.
    { name: 'choice', signature: '<x:x>', bound: () => (value: unknown) => value },
    { name: 'number', signature: '<(nsb)-s?:n>', bound: original => withDecimal(original, now) },
  ];
}

function reads(name: ConversionName, now: () => ConversionsNow): Implementation {
  function reading(this: jsonata.Focus, value: unknown, option: unknown): unknown {
    const receivedAt = ownValue(this.environment.lookup('event'), 'receivedAt');
    return convertedBy(name, [value, option], { receivedAt, ...now() });
  }
  // JSONata gives a function of `$map` as many values as it declares, and the second would be a position.
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

/** Loads what the functions of an expression need, so that its own time does not count that. */
export function prepareConversions(source: string): void {
  const surroundings = { reading: undefined, receivedAt: undefined };
  if (/\$(?:date|age)\b/.test(source)) convertedBy('date', ['2026-03-31'], surroundings);
  if (/\$phone\b/.test(source)) convertedBy('phone', ['+4930123456'], surroundings);
}
