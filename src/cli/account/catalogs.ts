import { withNextStep } from '../../booking/answers/failure-table.ts';
import { createCatalog } from '../../booking/catalog/catalog.ts';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { createClient } from '../../booking/http/client.ts';
import type { CatalogLock, LockedCatalog } from '../../booking/lock/locked-catalog.ts';
import { mergeStatuses, snapshotOfLock, withLock } from '../../booking/lock/with-lock.ts';
import type { Config, DestinationConfig } from '../../config/config.ts';
import { systemClock } from '../../inbox/clock.ts';
import { readArchive } from '../../inbox/open-store.ts';
import { openLock } from './lock-file.ts';

/** The best available catalog of a destination. `trouble`: the reason why it is not the live one. */
export interface FoundCatalog {
  readonly snapshot: CatalogSnapshot | null;
  /** The origin of the snapshot's fields: read just now, from the lock, or from the store of a bridge. */
  readonly from: 'account' | 'lock' | 'store';
  readonly trouble?: string;
}

type Languages = 'own' | 'all';

/** The number of accounts that are read at the same time: a response may be a megabyte. */
const askedAtOnce = 8;

/** The options for finding catalogs. */
export interface FindOptions {
  /** Send no request: use the lock, or else the data that a bridge kept in the store. */
  readonly offline: boolean;
  /** The languages in which the names of fields are read; by default `own`, that of the destination. */
  readonly languages?: Languages | ((destination: string) => Languages);
  /** By default it is read from beside the config. */
  readonly lock?: CatalogLock | undefined;
  /** Only this destination; by default all. */
  readonly only?: string;
  /** Called with the number of finished destinations and the total. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Returns the catalogs of all destinations: live, or from the lock or the store with `offline` or if the API cannot
 * be reached. Customer statuses from the lock and the store are always added.
 */
export async function findCatalogs(
  config: Config,
  options: FindOptions,
): Promise<ReadonlyMap<string, FoundCatalog>> {
  const kept = await readKept(config);
  const lock = 'lock' in options ? options.lock : openLock(config).lock;
  const wanted = [...config.destinations.values()].filter(
    ({ name }) => options.only === undefined || name === options.only,
  );
  const found = new Map<string, FoundCatalog>();
  const share = fieldSharer();
  const left = wanted.values();
  const findSome = async () => {
    for (const each of left) {
      const known = { kept: kept.catalogs.get(each.name), locked: lock?.catalogs.get(each.name) };
      const catalog = options.offline
        ? keptCatalog(each, known, kept.trouble)
        : await liveCatalog(each, known, options);
      found.set(each.name, share(catalog));
      options.progress?.(found.size, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, findSome));
  // In the order of the config, not of the responses.
  return new Map(wanted.flatMap(({ name }) => toEntry(name, found.get(name))));
}

/** Lets accounts with the same fields share one copy: many locations of one business have the same. */
function fieldSharer(): (found: FoundCatalog) => FoundCatalog {
  const known = new Map<string, CatalogSnapshot['fields']>();
  return found => {
    const { snapshot } = found;
    if (!snapshot) return found;
    const fields = known.get(snapshot.version) ?? snapshot.fields;
    known.set(snapshot.version, fields);
    return { ...found, snapshot: { ...snapshot, fields } };
  };
}

function toEntry(name: string, catalog: FoundCatalog | undefined): readonly [string, FoundCatalog][] {
  return catalog ? [[name, catalog]] : [];
}

/** The contents of the store, or the reason why it cannot be read: `start` reports a broken store. */
interface Kept {
  readonly catalogs: ReadonlyMap<string, string>;
  readonly trouble: string;
}

/** The data known about a destination without a request. */
interface Known {
  readonly kept: string | undefined;
  readonly locked: LockedCatalog | undefined;
}

async function readKept({ store }: Config): Promise<Kept> {
  const none = {
    catalogs: new Map<string, string>(),
    trouble: 'its fields are not saved yet; run `fieldbridge fields --save`',
  };
  try {
    const catalogs = await readArchive(store, archive => archive.catalogs());
    return { ...none, ...(catalogs && { catalogs }) };
  } catch (error) {
    return { ...none, trouble: (error as Error).message };
  }
}

function keptCatalog(destination: DestinationConfig, { kept, locked }: Known, trouble: string): FoundCatalog {
  const restored = createCatalogOf(destination, kept).catalog.snapshot;
  const ofLock = locked ? snapshotOfLock(locked, destination.statuses) : null;
  if (ofLock) {
    const snapshot = restored ? { ...ofLock, ...mergeStatuses(ofLock, restored) } : ofLock;
    return { snapshot, from: 'lock' };
  }
  return restored ? { snapshot: restored, from: 'store' } : { snapshot: null, from: 'store', trouble };
}

async function liveCatalog(
  destination: DestinationConfig,
  known: Known,
  { languages = 'own' }: FindOptions,
): Promise<FoundCatalog> {
  const { catalog, client } = createCatalogOf(destination, known.kept);
  try {
    const probe = await catalog.probe();
    if (!probe.good) {
      const { snapshot, from } = keptCatalog(destination, known, '');
      return { snapshot, from, trouble: withNextStep(probe.row, probe.reason) };
    }
    const wanted = typeof languages === 'function' ? languages(destination.name) : languages;
    if (wanted === 'all') await catalog.learnNames();
    const { snapshot } = catalog;
    const { locked } = known;
    return { snapshot: snapshot && locked ? withLock(snapshot, locked) : snapshot, from: 'account' };
  } finally {
    await client.close();
  }
}

function createCatalogOf(destination: DestinationConfig, restored: string | undefined) {
  const { baseUrl, token, proxy, ca, limits } = destination;
  const client = createClient({ baseUrl, token, proxy, ca, timeoutMs: limits.timeoutMs, connections: 4 });
  const save = async () => {};
  return { client, catalog: createCatalog({ destination, client, clock: systemClock, restored, save }) };
}
