import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { receiptOfTests } from '../../expressions/convert/doubts.ts';
import type { SampleEvent } from '../../receive/samples/read-sample.ts';
import type { MappingInput } from './evaluation.ts';

/** The event whose identity a sample has in expressions. */
export interface SampleIdentity {
  readonly id: string;
  readonly source: string;
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** Returns the data of a sample's event for expressions. */
export function sampleInput(
  { type, occurredAt, diagnostics: _, ...seen }: SampleEvent,
  identity: SampleIdentity,
): MappingInput {
  return {
    ...seen,
    event: withoutAbsent({
      ...identity,
      type,
      occurredAt: occurredAt === undefined ? undefined : new Date(occurredAt).toISOString(),
    }),
  };
}

/**
 * Returns the data of a test's event for expressions. The time of receipt is constant, so a test always has
 * the same result.
 */
export function testInput(event: SampleEvent, source: string): MappingInput {
  return sampleInput(event, { id: 'test', source, receivedAt: receiptOfTests });
}
