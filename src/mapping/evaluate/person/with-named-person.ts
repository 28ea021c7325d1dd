import type { Mapping } from '../../mapping.ts';
import type { Evaluation, MappingInput } from '../evaluation.ts';
import { unnamedPerson } from '../unnamed/unnamed-person.ts';
import { namedPerson } from './named-person.ts';

/** Adds the person of the event to an update, because the response names the customer that it reached. */
export function withNamedPerson(evaluation: Evaluation, mapping: Mapping, input: MappingInput): Evaluation {
  if (evaluation.kind !== 'call' || evaluation.call.operation !== 'updateCustomer') return evaluation;
  const { call } = evaluation;
  const person = namedPerson(mapping, input);
  if (person) return { ...evaluation, call: { ...call, person } };
  const unnamed = unnamedPerson(mapping, input, call);
  return unnamed ? { ...evaluation, call: { ...call, unnamed } } : evaluation;
}
