import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import { requestView } from '../../inbox/request-view.ts';
import type { SampleRead } from '../../receive/samples/read-sample.ts';
import type { Evaluation } from '../evaluate/evaluation.ts';
import type { Mapping, MappingTest } from '../mapping.ts';
import { choicesOf } from './choice-spelling.ts';
import {
  type CheckedTestCall,
  compareCalls,
  compareParts,
  type ExpectedCall,
  type ExpectedPart,
  type MadeCall,
  whyNoCall,
} from './compare-calls.ts';
import type { Mismatch } from './differences.ts';
import { evaluateTest, type RecordedEvaluation, type TestContext } from './evaluate-test.ts';
import { runCases } from './run-cases.ts';

/** The result of one entry of `tests`. */
export interface TestResult {
  readonly name: string;
  readonly place: Place;
  readonly passed: boolean;
  /** The reasons of a failure that are not about single values: too many calls, an unreadable payload. */
  readonly reasons: readonly string[];
  /** The values that differ from the expected ones; `call` counts from 1. */
  readonly differences: readonly (Mismatch & { readonly call: number })[];
  /** The reasons why an event fails, or why its call would be refused. */
  readonly faults: readonly Diagnostic[];
  /** The diagnostics of the evaluation and the checks without the faults, also if the test passed. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The calls for a new expectation. Undefined if they are unknown or faulty, or if the mapping does not
   * apply although a call is expected.
   */
  readonly calls?: readonly ExpectedCall[];
  /** For a test with `includes`: its parts with the current values, without those that are not sent. */
  readonly parts?: readonly ExpectedPart[];
  /** For a test with `fails`: the only code with which the event fails now. */
  readonly code?: string;
}

/** The dependencies of a mapping's tests. */
export interface TestSurroundings extends Pick<TestContext, 'people' | 'empty' | 'settingsOf' | 'choicesOf'> {
  /** Reads the payload of a test as the source would. */
  readonly read: (test: MappingTest) => Promise<SampleRead>;
  /** Checks a call before it is sent; by default nothing is checked. */
  readonly check?: (call: Call, destination: string) => CheckedTestCall;
}

/**
 * Runs the `tests` of a mapping. A payload in the mapping file is one event; a payload file is a whole webhook, so
 * `split` applies to it. The calls must be exactly the expected ones, in order; only `operation` and `destination` may
 * be left out. A call that the checks refuse fails the test.
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
  surroundings: TestSurroundings,
): Promise<TestResult> {
  const { people, empty, settingsOf, choicesOf, read, check } = surroundings;
  const { name, place, linked, expect, instead } = test;
  if (instead?.kind === 'cases') {
    const { differences: found, faults } = await runCases(mapping, instead.rules, surroundings);
    const passed = found.length + faults.length === 0;
    return { name, place, passed, reasons: [], differences: found, faults, diagnostics: [] };
  }
  const sample = await read(test);
  if (sample.kind === 'unreadable') {
    const failed = { name, place, passed: false, differences: [], faults: [], diagnostics: [] };
    return { ...failed, reasons: [sample.reason] };
  }
  const evaluations = await evaluateTest(mapping, sample.events, {
    people,
    empty,
    settingsOf,
    choicesOf,
    linked,
  });
  const all = evaluations.flatMap(each => (each.kind === 'call' ? [checkedCall(each, check)] : []));
  const made = instead?.kind === 'skips' ? all.filter(each => !isLeftEmpty(each)) : all;
  const checked = made.flatMap(each => each.checked ?? []);
  const failures = evaluations.flatMap(each =>
    each.kind === 'failed' ? each.diagnostics.filter(isError) : [],
  );
  // The values without a fault are also checked against the account, so that all faults are reported at once.
  const rest = evaluations.flatMap(each => {
    if (each.kind !== 'failed' || !each.unfaulty) return [];
    return check?.(each.unfaulty, each.destination).diagnostics.filter(isError) ?? [];
  });
  const refused = checked.flatMap(each => (each.mayLeave ? [] : each.diagnostics));
  const faults = [...failures, ...rest, ...refused];
  const calls = made.map(each => each.sent);
  if (instead?.kind === 'fails') return failingResult(test, instead.code, faults, evaluations);
  const compared = instead?.kind === 'includes' ? compareParts : compareCalls;
  const found = failures.length > 0 ? { reasons: [], differences: [] } : compared(expect, made, evaluations);
  found.reasons.push(...(instead?.kind === 'skips' ? whyNotSkipped(evaluations) : []));
  // A test is hardly meant to expect that a mapping no longer applies.
  const isLost = calls.length < expect.length && evaluations.some(each => each.kind === 'not-wanted');
  const isTelling =
    !instead && faults.length === 0 && !isLost && !evaluations.some(each => each.kind === 'waiting');
  return {
    name,
    place,
    passed: faults.length + found.reasons.length + found.differences.length === 0,
    ...found,
    differences: await withOrigins(found.differences, mapping, made),
    faults,
    diagnostics: [
      ...evaluations.flatMap(each => (each.kind === 'not-wanted' ? [] : each.diagnostics)),
      ...checked.flatMap(each => (each.mayLeave ? each.diagnostics : [])),
    ].filter(each => !faults.includes(each)),
    ...(isTelling && { calls }),
    ...(faults.length === 0 && 'parts' in found && { parts: found.parts }),
  };
}

/** A test that expects a failure passes if any fault has the code. */
function failingResult(
  { name, place }: MappingTest,
  code: string,
  faults: readonly Diagnostic[],
  evaluations: readonly Evaluation[],
): TestResult {
  const passed = faults.some(each => each.code === code);
  const codes = [...new Set(faults.map(each => each.code))];
  const why = [...new Set(evaluations.filter(each => each.kind !== 'call').map(whyNoCall))].join('; ');
  const instead =
    codes.length > 0
      ? `it fails with ${codes.join(', ')}`
      : why === ''
        ? 'a call is made'
        : `nothing fails: ${why}`;
  return {
    name,
    place,
    passed,
    reasons: passed ? [] : [`it should fail with ${code}, but ${instead}`],
    differences: [],
    faults: passed ? [] : faults,
    diagnostics: [],
    ...(codes.length === 1 && { code: codes[0] ?? '' }),
  };
}

/** True if a call without faults has no values left because all were dropped. */
function isLeftEmpty({ checked }: MadeCall): boolean {
  return checked?.mayLeave === false && !checked.diagnostics.some(isError);
}

/** A call that waits for its link is not skipped, because it is sent once the link is known. */
function whyNotSkipped(evaluations: readonly Evaluation[]): readonly string[] {
  const waiting = evaluations.find(each => each.kind === 'waiting');
  return waiting ? [`it should be skipped, but it waits: ${whyNoCall(waiting)}`] : [];
}

/** Adds what the rules read to the values that differ. The code that explains is loaded for them only. */
async function withOrigins(
  found: TestResult['differences'],
  mapping: Mapping,
  calls: readonly MadeCall[],
): Promise<TestResult['differences']> {
  if (found.every(({ actual }) => actual === undefined)) return found;
  const [{ explain }, { originsOf }] = await Promise.all([
    import('../explain/explain.ts'),
    import('../explain/origins.ts'),
  ]);
  const origins = await Promise.all(
    calls.map(async ({ recording }) => originsOf(await explain(mapping, recording))),
  );
  return found.map(each => {
    const origin = origins[each.call - 1]?.find(({ part }) => part === each.name);
    return each.actual === undefined || !origin ? each : { ...each, reads: origin.reads };
  });
}

function checkedCall(
  { call, destination, recording }: Extract<RecordedEvaluation, { kind: 'call' }>,
  check: TestSurroundings['check'],
): MadeCall {
  const checked = check?.(call, destination);
  const given = { ...requestView(call), destination };
  const sent = checked?.sent ? { ...requestView(checked.sent), destination } : given;
  return {
    recording,
    given,
    sent,
    checked,
    unread: !checked || checked.isAccountUnknown ? choicesOf(call) : new Set(),
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
