import type { Config } from '../config/config.ts';
import type { EventArchive } from './event-archive.ts';
import { openEventArchive } from './sqlite/reading/open-event-archive.ts';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite/store.ts';
import type { Store } from './store.ts';
import { NoStoreYet } from './store-unusable.ts';

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
