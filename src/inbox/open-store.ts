import type { Config } from '../config/config.ts';
import type { EventArchive } from './event-archive.ts';
import { isLocked } from './sqlite/file/lock.ts';
import { readableAs } from './sqlite/file/look-through.ts';
import { storeFile } from './sqlite/file/store-path.ts';
import { openEventArchive } from './sqlite/reading/open-event-archive.ts';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite/store.ts';
import type { Store } from './store.ts';
import { NoStoreYet, StoreUnusable } from './store-unusable.ts';

/**
 * Opens the store in the config, and creates it if it does not exist yet.
 * @throws StoreUnusable if it cannot be used
 */
export async function openStore(place: Config['store'], options: SqliteStoreOptions): Promise<Store> {
  if (place.kind === 'sqlite') return openSqliteStore(place.path, options);
  // The driver is loaded only for this database.
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore({ url: place.url.reveal(), schema: place.schema }, options);
}

/**
 * Opens a store for reading. A bridge may be running on it.
 * @throws StoreUnusable if there is none yet, or if it cannot be read
 */
export async function openArchive(place: Config['store']): Promise<EventArchive> {
  if (place.kind === 'sqlite') return openEventArchive(place.path);
  const postgres = await import('./postgres/reading/open-event-archive.ts');
  return postgres.openEventArchive({ url: place.url.reveal(), schema: place.schema });
}

/** Reads from a store; undefined if there is no store yet. @throws StoreUnusable if it cannot be read */
export async function readArchive<Result>(
  place: Config['store'],
  read: (archive: EventArchive) => Promise<Result>,
): Promise<Result | undefined> {
  let archive: EventArchive | undefined;
  try {
    archive = await openArchive(place);
    return await read(archive);
  } catch (error) {
    if (error instanceof NoStoreYet) return undefined;
    throw error;
  } finally {
    await archive?.close();
  }
}

/**
 * Returns the catalogs in a store, by destination, without leaving a file that was not there. Empty if there is no store,
 * or if it cannot be read so.
 */
export async function catalogsWithoutTrace(place: Config['store']): Promise<ReadonlyMap<string, string>> {
  let archive: EventArchive | undefined;
  try {
    archive = await openWithoutTrace(place);
    return (await archive?.catalogs()) ?? new Map();
  } catch (error) {
    if (error instanceof StoreUnusable || error instanceof NoStoreYet) return new Map();
    throw error;
  } finally {
    await archive?.close();
  }
}

async function openWithoutTrace(place: Config['store']): Promise<EventArchive | undefined> {
  if (place.kind === 'postgres') return openArchive(place);
  const file = storeFile(place.path);
  const location = readableAs(file, isLocked(file) !== false);
  return location === undefined ? undefined : openEventArchive(file, location);
}
