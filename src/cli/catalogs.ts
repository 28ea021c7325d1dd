import { createCatalog } from '../booking/catalog.ts';
import { createClient } from '../booking/client.ts';
import type { CatalogSnapshot } from '../booking/field.ts';
import type { Config, DestinationConfig } from '../config/config.ts';
import { systemClock } from '../inbox/clock.ts';
import { readCatalogs } from '../inbox/sqlite/read-catalogs.ts';

/** The catalog of a destination as far as it is to be had, and why it is not the live one where it is not. */
export interface FoundCatalog {
  readonly snapshot: CatalogSnapshot | null;
  readonly trouble?: string;
}

/**
 * The catalogs of all destinations: read live, or as last kept in the store where `offline` or where the API cannot
 * be reached. What the store knows of statuses counts in either case.
 */
export async function findCatalogs(
  config: Config,
  options: { offline: boolean; languages?: 'own' | 'all' },
): Promise<ReadonlyMap<string, FoundCatalog>> {
  const kept = readKept(config);
  const found = await Promise.all(
    [...config.destinations.values()].map(
      async each => [each.name, await findCatalog(each, kept, options)] as const,
    ),
  );
  return new Map(found);
}

/** What the store keeps, or why it cannot be read: a store that is broken is the matter of `start`. */
interface Kept {
  readonly catalogs: ReadonlyMap<string, string>;
  readonly trouble: string;
}

function readKept({ store }: Config): Kept {
  const none = { catalogs: new Map<string, string>(), trouble: 'no configuration was kept yet' };
  if (store.kind !== 'sqlite') return none;
  try {
    return { ...none, catalogs: readCatalogs(store.path) };
  } catch (error) {
    return { ...none, trouble: `the store ${store.path} cannot be read (${(error as Error).message})` };
  }
}

async function findCatalog(
  destination: DestinationConfig,
  kept: Kept,
  { offline, languages = 'own' }: { offline: boolean; languages?: 'own' | 'all' },
): Promise<FoundCatalog> {
  const { baseUrl, token, limits } = destination;
  const client = createClient({ baseUrl, token, timeoutMs: limits.timeoutMs, connections: 4 });
  const save = async () => {};
  const restored = kept.catalogs.get(destination.name);
  const catalog = createCatalog({ destination, client, clock: systemClock, restored, save });
  try {
    if (offline)
      return catalog.snapshot ? { snapshot: catalog.snapshot } : { snapshot: null, trouble: kept.trouble };
    const probe = await catalog.probe();
    if (probe.good && languages === 'all') await catalog.learnNames();
    return probe.good
      ? { snapshot: catalog.snapshot }
      : { snapshot: catalog.snapshot, trouble: probe.reason };
  } finally {
    await client.close();
  }
}
