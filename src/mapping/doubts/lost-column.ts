import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Scope } from '../../expressions/expression.ts';
import type { PathReader } from '../../expressions/path-values.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { consentAnswer } from '../convert/consent-answer.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import type { Mapping } from '../mapping.ts';
import { samplePayloads } from './named-positions.ts';
import { answersOfSamples } from './questions-in-samples.ts';

/**
 * True if an event has none of the values, although its sender does not leave them out for a no: each sample has them, and
 * one with a no or empty, or the event is a row of a list, which has all columns. Forms leave out unticked boxes.
 */
export function isColumnLost(
  mapping: Mapping,
  input: MappingInput,
  readers: readonly PathReader[],
  scope: Scope,
): boolean {
  if (readers.some(values => values(scope).length > 0)) return false;
  const samples = samplePayloads(mapping);
  const answers = input.answers ? answersOfSamples(mapping, input.answers) : [];
  const found = samples.map((payload, at) => {
    const own = { input: payload, bindings: { answers: answers[at] } };
    return readers.flatMap(values => values(own));
  });
  if (found.length === 0 || found.some(({ length }) => length === 0)) return false;
  return found.some(values => values.every(isNo)) || isRow(input, samples);
}

function isNo(value: unknown): boolean {
  return presenceOf(value) !== 'present' || consentAnswer(value) === false;
}

/** A row has no headers, and a webhook has. */
function isRow({ headers, payload }: MappingInput, samples: readonly unknown[]): boolean {
  return Object.keys(headers).length === 0 && [payload, ...samples].every(isFlat);
}

function isFlat(value: unknown): boolean {
  return (
    isPlainObject(value) && Object.values(value).every(each => typeof each !== 'object' || each === null)
  );
}
