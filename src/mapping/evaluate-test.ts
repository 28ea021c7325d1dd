import type { SampleEvent } from '../receive/sample.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import type { Mapping } from './mapping.ts';

/** What a test says beside its payload. */
export interface TestContext {
  readonly people: string;
  /** The customer number known for the link, if one is. */
  readonly linked: string | undefined;
}

/** When a test's event was received: always the same, so that a test gives the same today and tomorrow. */
const receivedAt = '2026-01-01T12:00:00.000Z';

/** What a mapping makes of the events of a test. */
export async function evaluateTest(
  mapping: Mapping,
  events: readonly SampleEvent[],
  { people, linked }: TestContext,
): Promise<readonly Evaluation[]> {
  const evaluations: Evaluation[] = [];
  for (const each of events) {
    const event = {
      id: 'test',
      source: mapping.source,
      receivedAt,
      ...(each.type && { type: each.type }),
      ...(each.occurredAt !== undefined && { occurredAt: new Date(each.occurredAt).toISOString() }),
    };
    evaluations.push(await evaluate(mapping, { ...each, event }, { people, findLink: async () => linked }));
  }
  return evaluations;
}
