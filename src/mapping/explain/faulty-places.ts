import { isEqual } from '../../expressions/plain-value.ts';
import type { PayloadPlace } from './payload-places.ts';
import type { PartTrace, TraceStep } from './trace.ts';

/**
 * Returns the steps of a faulty part whose values are the fault. A rule that reads several values may have passed on
 * only one of them: `action = "stop" ? false : newsletter` gives the value of `newsletter`.
 */
export function faultySteps({ steps }: PartTrace): readonly TraceStep[] {
  const reads = steps.filter(({ step }) => step === 'reads');
  const result = steps.find(({ step }) => step === 'from');
  if (!result || reads.length < 2 || result.state === 'wrong') return steps;
  const passedOn = [
    reads.filter(({ output }) => isEqual(output, result.output)),
    reads.filter(({ output }) => isPart(output, result.output) || isPart(result.output, output)),
  ];
  const absent = [reads.filter(({ state }) => state !== 'value')];
  const candidates = result.state === 'value' ? passedOn : absent;
  return candidates.find(each => each.length > 0) ?? steps;
}

/** True for a text that is inside another one, as after `$replace` or beside `&`. */
function isPart(part: unknown, whole: unknown): boolean {
  return isText(part) && isText(whole) && part !== '' && String(whole).includes(String(part));
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Returns the places of a step's values that contain no other values. An object is left out: the step does not show
 * which of its values was used.
 */
export function leafPlaces({ places = [], output }: TraceStep): readonly PayloadPlace[] {
  const [place, ...others] = places;
  if (place === undefined) return [];
  if (!Array.isArray(output)) return isObject(output) ? [] : places;
  if (output.some(isObject)) return [];
  return others.length > 0 ? places : output.map((_, index) => [...place, index]);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
