import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Scope } from '../../../expressions/expression.ts';
import type { PathReader } from '../../../expressions/paths/path-values.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { answersOfSamples } from '../changed-form/questions-in-samples.ts';
import { samplePayloads } from '../named-positions.ts';

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
  const found = valuesInSamples(mapping, input, readers);
  return found !== undefined && (found.some(isNone) || isRow(input, samplePayloads(mapping)));
}

/** True if an event has none of the values, each sample has them, and one has a no, which its sender thus does not leave out. */
export function isAnswerLost(
  mapping: Mapping,
  input: Pick<MappingInput, 'answers'>,
  readers: readonly PathReader[],
  scope: Scope,
): boolean {
  if (readers.some(values => values(scope).length > 0)) return false;
  const isSaid = (value: unknown) => presenceOf(value) === 'present' && consentAnswer(value) === false;
  return valuesInSamples(mapping, input, readers)?.some(values => values.every(isSaid)) ?? false;
}

/** True if each sample has one of the values, and one of the samples has a no or an empty one. */
export function sampleSaysNo(
  mapping: Mapping,
  input: Pick<MappingInput, 'answers'>,
  readers: readonly PathReader[],
): boolean {
  return valuesInSamples(mapping, input, readers)?.some(isNone) ?? false;
}

/** Returns the values in each sample; undefined if a sample has none of them. */
function valuesInSamples(
  mapping: Mapping,
  input: Pick<MappingInput, 'answers'>,
  readers: readonly PathReader[],
): readonly (readonly unknown[])[] | undefined {
  const answers = input.answers ? answersOfSamples(mapping, input.answers) : [];
  const found = samplePayloads(mapping).map((payload, at) => {
    const own = { input: payload, bindings: { answers: answers[at] } };
    return readers.flatMap(values => values(own));
  });
  return found.length === 0 || found.some(({ length }) => length === 0) ? undefined : found;
}

function isNone(values: readonly unknown[]): boolean {
  return values.every(isNo);
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
