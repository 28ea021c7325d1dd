import { checkCall } from '../check/check-call.ts';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { Mapping, MappingTest } from '../mapping/mapping.ts';
import { readTest } from '../mapping/read-test.ts';
import { type CheckedTestCall, runMappingTests, type TestResult } from '../mapping/run-tests.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import type { Workspace } from './workspace.ts';

/** A mapping, and what came of its tests. */
export interface RanMapping {
  readonly mapping: Mapping;
  readonly results: readonly TestResult[];
}

/** Runs the tests of a mapping as its source reads webhooks, its calls checked against what is known of the accounts. */
export async function runTestsOf(
  mapping: Mapping,
  { config }: Pick<Workspace, 'config'>,
  catalogs: ReadonlyMap<string, FoundCatalog>,
): Promise<RanMapping> {
  const source = config.sources.get(mapping.source);
  const results = await runMappingTests(mapping, {
    people: source?.people ?? mapping.source,
    read: (each: MappingTest) => readTest(source, each),
    check: (call, name): CheckedTestCall => {
      const destination = config.destinations.get(name);
      if (!destination) return unknownDestination(name, mapping);
      const catalog = catalogs.get(name)?.snapshot ?? null;
      if (catalog === null) return { mayLeave: true, diagnostics: [] };
      const { validators } = destination;
      const verdict = checkCall(call, {
        catalog,
        destination: name,
        policy: mapping,
        validators,
        now: Date.now(),
      });
      return { mayLeave: verdict.kind === 'send', diagnostics: verdict.diagnostics };
    },
  });
  return { mapping, results };
}

/** The catalogs of the destinations that the tests of these mappings may concern; no other is asked. */
export function catalogsFor(
  mappings: readonly Mapping[],
  { config }: Pick<Workspace, 'config'>,
  options: { offline: boolean },
): Promise<ReadonlyMap<string, FoundCatalog>> {
  const tested = mappings.filter(each => each.tests.length > 0);
  const concerned = [...config.destinations].filter(([name]) =>
    tested.some(({ destination }) => !('name' in destination) || destination.name === name),
  );
  return findCatalogs({ ...config, destinations: new Map(concerned) }, options);
}

/** A rule gave the name; one that stands in the file is the matter of `check`. */
function unknownDestination(name: string, { destination }: Mapping): CheckedTestCall {
  if ('name' in destination) return { mayLeave: true, diagnostics: [] };
  const message = `there is no destination "${name}" in the config`;
  return {
    mayLeave: false,
    diagnostics: [diagnostic('mapping/unknown-destination', message, { path: 'destination' })],
  };
}
