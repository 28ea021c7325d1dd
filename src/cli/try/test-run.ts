import { type TestedMapping, testMapping } from '../../deliver/planning/test-mapping.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type FoundCatalog, findCatalogs } from '../account/catalogs.ts';
import { neededLanguages } from '../account/needed-languages.ts';
import type { Workspace } from '../workspace.ts';

/** Runs the tests of a mapping, its calls checked against the catalogs that were found. */
export function runTestsOf(
  mapping: Mapping,
  { config }: Pick<Workspace, 'config'>,
  catalogs: ReadonlyMap<string, FoundCatalog>,
): Promise<TestedMapping> {
  return testMapping(mapping, {
    source: name => config.sources.get(name),
    destination: name => {
      const destination = config.destinations.get(name);
      return destination && { config: destination, catalog: catalogs.get(name)?.snapshot ?? null };
    },
    now: Date.now(),
  });
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
  return findCatalogs(
    { ...config, destinations: new Map(concerned) },
    { ...options, languages: neededLanguages(tested) },
  );
}
