import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { checkCall, checkParameters } from '../../check/call/check-call.ts';
import { choicesAt } from '../../check/choices-at.ts';
import { checkPayload, withoutReported } from '../../check/data/check-payload.ts';
import { faultPlaceKey } from '../../check/data/fault-place-key.ts';
import { endless } from '../../check/data/patience.ts';
import { sortEvents } from '../../check/data/trial.ts';
import type { DestinationConfig, SourceConfig } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { testInput } from '../../mapping/evaluate/sample-input.ts';
import type { FaultyMapping } from '../../mapping/folder.ts';
import { isSample, type Mapping, type MappingTest } from '../../mapping/mapping.ts';
import type { CheckedTestCall } from '../../mapping/tests/compare-calls.ts';
import { readTest } from '../../mapping/tests/read-test.ts';
import { runMappingTests, type TestResult } from '../../mapping/tests/run-tests.ts';
import type { SampleRead } from '../../receive/samples/read-sample.ts';

/** A mapping, and the results of its tests. */
export interface TestedMapping {
  readonly mapping: Mapping;
  readonly results: readonly TestResult[];
}

/** The dependencies of the tests: the sources and destinations, each with its known account. */
export interface TestingParts {
  readonly source: (name: string) => SourceConfig | undefined;
  readonly destination: (
    name: string,
  ) => { config: DestinationConfig; catalog: CatalogSnapshot | null } | undefined;
  readonly now: number;
}

/**
 * Runs the tests of a mapping with payloads read as its source does, and checks the calls against known accounts. The
 * results have the warnings of `check` about the payloads, too.
 */
export async function testMapping(mapping: Mapping, parts: TestingParts): Promise<TestedMapping> {
  const source = parts.source(mapping.source);
  const samples = new Map<MappingTest, Promise<SampleRead>>();
  const read = (test: MappingTest) => {
    const sample = samples.get(test) ?? readTest(source, test);
    samples.set(test, sample);
    return sample;
  };
  const results = await runTests(mapping, parts, read);
  const noticed = await Promise.all(
    mapping.tests.map(async test => shownBy(test, await read(test), mapping)),
  );
  return {
    mapping,
    results: results.map((each, index) => {
      const shown = noticed[index] ?? [];
      return { ...each, diagnostics: [...withoutReported(each.diagnostics, shown), ...shown] };
    }),
  };
}

/** Does the same without the warnings of `check`. */
export function runTests(
  mapping: Mapping,
  parts: TestingParts,
  read = (test: MappingTest) => readTest(parts.source(mapping.source), test),
): Promise<readonly TestResult[]> {
  const source = parts.source(mapping.source);
  return runMappingTests(mapping, {
    people: source?.people ?? mapping.source,
    empty: source?.empty,
    settingsOf: name => parts.destination(name)?.config,
    choicesOf: (name, path) => choicesAt(path, parts.destination(name)?.catalog),
    read,
    check: (call, name): CheckedTestCall => {
      const destination = parts.destination(name);
      if (!destination) return unknownDestination(name, mapping);
      const { config, catalog } = destination;
      const { validators } = config;
      const { now } = parts;
      const verdict =
        catalog === null
          ? checkParameters(call, mapping)
          : checkCall(call, { catalog, destination: name, policy: mapping, validators, now });
      const sent = verdict.kind === 'skip' ? {} : { sent: verdict.call };
      const mayLeave = verdict.kind === 'send';
      return {
        mayLeave,
        diagnostics: verdict.diagnostics,
        ...(catalog === null && { isAccountUnknown: true }),
        ...sent,
      };
    },
  });
}

/** The warnings of `check` that the payload of a test shows. */
async function shownBy(
  test: MappingTest,
  sample: SampleRead,
  mapping: Mapping,
): Promise<readonly Diagnostic[]> {
  const shown = new Map<string, Diagnostic>();
  if (!isSample(test)) return [];
  for (const event of sample.kind === 'read' ? sample.events : []) {
    const input = testInput(event, mapping.source);
    const trial = { input, linked: test.linked, test: { mapping: mapping.name, name: test.name } };
    const { wanted, failing } = await sortEvents(mapping, [trial], endless);
    const isWanted = wanted.length + failing.length > 0;
    for (const each of await checkPayload(mapping, trial, { isWanted }))
      shown.set(`${each.code} ${faultPlaceKey(each)}`, each);
  }
  return [...shown.values()];
}

/** The result of the tests in the form for programs. */
export function testReport(tested: readonly TestedMapping[], faulty: readonly FaultyMapping[]) {
  return {
    tests: tested.flatMap(({ mapping, results }) =>
      results.map(result => ({ mapping: mapping.name, ...result })),
    ),
    faulty: faulty.map(({ name, file, diagnostics }) => ({ name, file, diagnostics })),
  };
}

/** A rule gave the name; `check` reports a wrong name in the file. */
function unknownDestination(name: string, { destination }: Mapping): CheckedTestCall {
  if ('name' in destination) return { mayLeave: true, diagnostics: [] };
  const message = `there is no destination "${name}" in the config`;
  return {
    mayLeave: false,
    diagnostics: [diagnostic('mapping/unknown-destination', message, { path: 'destination' })],
  };
}
