import type { Config } from '../config/config.ts';
import type { EventArchive } from './event-archive.ts';
import { NoStoreYet, StoreUnusable } from './store-unusable.ts';
import { openEventArchive } from './sqlite/reading/open-event-archive.ts';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite/store.ts';
import type { Store } from './store.ts';

/**
 * Opens the store that a config names, and makes it where it does not exist yet.
 * @throws StoreUnusable where it cannot be used
 */
export async function openStore(place: Config['store'], options: SqliteStoreOptions): Promise<Store> {
  return openSqliteStore(pathOf(place, 'this version stores in SQLite only: store: sqlite:PATH'), options);
}

/**
 * Opens what a store keeps for reading, beside a bridge that may be running on it.
 * @throws StoreUnusable where there is none yet, or it cannot be read
 */
export async function openArchive(place: Config['store']): Promise<EventArchive> {
  return openEventArchive(pathOf(place, 'stored events are only read from a SQLite store'));
}

/**
 * Reads from what a store keeps; undefined where there is no store yet.
 * @throws StoreUnusable where it cannot be read
 */
export async function readArchive<Result>(
  place: Config['store'],
  read: (archive: EventArchive) => Promise<Result>,
): Promise<Result | undefined> {
  if (place.kind !== 'sqlite') return undefined;
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

function pathOf(place: Config['store'], otherwise: string): string {
  if (place.kind !== 'sqlite') throw new StoreUnusable(otherwise);
  return place.path;
}
