import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts';
import { requestView } from '../inbox/request-view.ts';
import type { SampleRead } from '../receive/sample.ts';
import { differences } from './differences.ts';
import { evaluateTest } from './evaluate-test.ts';
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
  /** Reads the payload of a test as the source would. */
  readonly read: (test: MappingTest) => Promise<SampleRead>;
}

/**
 * Runs the `tests` of a mapping. A payload that stands in the file is one event; one from a file of its own is a whole
 * webhook, so `split` applies to it. The calls must be exactly the expected ones, in their order; only `operation` and
 * `destination` may be left out.
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
  { people, read }: TestSurroundings,
): Promise<TestResult> {
  const { name, place, linked, expect } = test;
  const sample = await read(test);
  if (sample.kind === 'unreadable') {
    return { name, place, passed: false, differences: [sample.reason], diagnostics: [] };
  }
  const evaluations = await evaluateTest(mapping, sample.events, { people, linked });
  const found = compare(expect, evaluations);
  const diagnostics = evaluations.flatMap(each => (each.kind === 'not-wanted' ? [] : each.diagnostics));
  return { name, place, passed: found.length === 0, differences: found, diagnostics };
}

function compare(expect: MappingTest['expect'], evaluations: readonly Evaluation[]): string[] {
  const failures = evaluations.flatMap(each =>
    each.kind === 'failed' ? each.diagnostics.filter(isError) : [],
  );
  if (failures.length > 0) return failures.map(each => `it failed: ${each.message}`);
  const calls = evaluations.flatMap(each =>
    each.kind === 'call' ? [{ ...requestView(each.call), destination: each.destination }] : [],
  );
  const found = calls.slice(expect.length).map(call => {
    const what = expect.length === 0 ? 'no call is expected, but there is one' : 'there is one call more';
    return `${what} of ${call.operation}`;
  });
  for (const [index, expected] of expect.entries()) {
    const actual = calls[index];
    if (!actual) return [...found, missing(expect.length, calls.length, evaluations)];
    const where = expect.length > 1 ? `call ${index + 1}: ` : '';
    found.push(...differences(expected, actual).map(line => where + line));
  }
  return found;
}

function missing(expected: number, actual: number, evaluations: readonly Evaluation[]): string {
  const reasons = new Set(evaluations.filter(each => each.kind !== 'call').map(reasonOf));
  const why = [...reasons].join('; ') || 'a mapping makes at most one of an event';
  if (expected === 1) return `a call is expected, but there is none: ${why}`;
  return `${expected} calls are expected, but there ${actual === 1 ? 'is' : 'are'} ${actual}: ${why}`;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function reasonOf(evaluation: Evaluation): string {
  if (evaluation.kind === 'call' || evaluation.kind === 'failed') return '';
  if (evaluation.kind === 'not-wanted') return 'the mapping does not apply (when is not true)';
  const reason = evaluation.diagnostics[0]?.message ?? 'nothing to send';
  return evaluation.kind === 'waiting' ? `${reason}; give the test linked:` : reason;
}
