import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts';
import { requestView } from '../inbox/request-view.ts';
import { differences } from './differences.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import type { Mapping, MappingTest } from './mapping.ts';

/** What came of one entry of `tests`. */
export interface TestResult {
  readonly name: string;
  readonly place: Place;
  readonly passed: boolean;
  /** One line for each thing that is not as expected, readable as it stands. */
  readonly differences: readonly string[];
  /** What the evaluation said, whether it passed or not. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a mapping's tests need of its source. */
export interface TestSurroundings {
  readonly people: string;
  /** What the source's preset finds as a form's answers. */
  readonly answersOf: (payload: unknown) => Readonly<Record<string, unknown>> | undefined;
}

/** When a test's event was received: always the same, so that a test gives the same today and tomorrow. */
const receivedAt = '2026-01-01T12:00:00.000Z';

/**
 * Runs the `tests` of a mapping. A payload is one event: `split` does not apply to it. The calls must be exactly the
 * expected ones; only `operation` and `destination` may be left out.
 */
export async function runMappingTests(
  mapping: Mapping,
  surroundings: TestSurroundings,
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const test of mapping.tests) results.push(await runTest(mapping, test, surroundings));
  return results;
}

async function runTest(
  mapping: Mapping,
  test: MappingTest,
  { people, answersOf }: TestSurroundings,
): Promise<TestResult> {
  const { name, place, payload, headers, query } = test;
  if (payload === undefined) {
    const differences = [`the payload ${test.payloadFile} cannot be read`];
    return { name, place, passed: false, differences, diagnostics: [] };
  }
  const event = { id: 'test', source: mapping.source, receivedAt };
  const input = { payload, answers: answersOf(payload), headers, query, body: payload, event };
  const evaluation = await evaluate(mapping, input, { people, findLink: async () => test.linked });
  const found = compare(test, evaluation);
  const diagnostics = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
  return { name, place, passed: found.length === 0, differences: found, diagnostics };
}

function compare({ expect }: MappingTest, evaluation: Evaluation): string[] {
  if (evaluation.kind === 'failed')
    return evaluation.diagnostics.filter(isError).map(each => `it failed: ${each.message}`);
  const [expected, ...more] = expect;
  if (more.length > 0)
    return [`${expect.length} calls are expected, but one mapping makes at most one of an event`];
  if (evaluation.kind === 'call') {
    const actual = { ...requestView(evaluation.call), destination: evaluation.destination };
    if (expected) return differences(expected, actual);
    return [`no call is expected, but there is one of ${actual.operation}`];
  }
  if (!expected) return [];
  return [`a call is expected, but there is none: ${reasonOf(evaluation)}`];
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function reasonOf(evaluation: Exclude<Evaluation, { kind: 'call' | 'failed' }>): string {
  if (evaluation.kind === 'not-wanted') return 'the mapping does not apply (when is not true)';
  const reason = evaluation.diagnostics[0]?.message ?? 'nothing to send';
  return evaluation.kind === 'waiting' ? `${reason}; give the test linked:` : reason;
}
