import { createMappingSet } from '../../deliver/mappings/mapping-set.ts';
import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import type { FindLink } from '../../mapping/evaluate/evaluation.ts';
import { type FoundCatalog, findCatalogs } from '../account/catalogs.ts';
import { neededLanguages } from '../account/needed-languages.ts';
import { tellUnchecked } from '../account/tell-unchecked.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Workspace } from '../workspace.ts';
import type { StoredLinks } from './stored-event.ts';

/**
 * Plans with the config and the mappings on disk and the live catalogs; with `offline`, with the last known catalogs.
 * Catalogs that could not be read are reported on the error stream.
 */
export async function planningOnDisk(
  { config, mappings }: Workspace,
  archive: StoredLinks,
  options: { readonly offline: boolean; readonly command: string },
  surroundings: Surroundings,
): Promise<PlanningContext> {
  const catalogs = await findCatalogs(config, {
    ...options,
    languages: neededLanguages(mappings.mappings),
  });
  tellUnchecked(catalogs, options.command, surroundings);
  return {
    ...planningWith({ config, mappings, catalogs }, archive.findLink),
    sharedLink: archive.sharedLink,
    nearLink: archive.nearLink,
  };
}

/** Plans with a given config, mappings and catalogs. */
export function planningWith({ config, mappings, catalogs }: OnDisk, findLink: FindLink): PlanningContext {
  return {
    mappings: createMappingSet(mappings, []),
    source: name => config.sources.get(name),
    destination: name => {
      const destination = config.destinations.get(name);
      return destination && { config: destination, catalog: catalogs.get(name)?.snapshot ?? null };
    },
    findLink,
    now: Date.now(),
  };
}

/** The parts with which events are planned. */
interface OnDisk extends Pick<Workspace, 'config' | 'mappings'> {
  readonly catalogs: ReadonlyMap<string, FoundCatalog>;
}
