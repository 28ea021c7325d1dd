import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { SampleEvent } from '../../receive/samples/read-sample.ts';
import type { MappingInput } from './evaluation.ts';

/** As whose event a sample is shown to expressions. */
export interface SampleIdentity {
  readonly id: string;
  readonly source: string;
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** What expressions see of an event of a sample. */
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

/** What expressions see of an event of a test. It is always received at the same time, so that a test always gives the same. */
export function testInput(event: SampleEvent, source: string): MappingInput {
  return sampleInput(event, { id: 'test', source, receivedAt: '2026-01-01T12:00:00.000Z' });
}
