import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { NoStoreYet, StoreUnusable } from '../../store-unusable.ts';
import { Connection } from '../connection/connection.ts';
import { applicationId, migrations } from './schema.ts';
import { assertFiles } from './store-path.ts';

/** Caches the pages that hold events of several sources: a reader goes through the file once for each source. */
const cacheKilobytes = 8 * 1024;

/**
 * Opens a store for reading. A bridge may be running on it: nothing is locked, migrated or written. `location`: the name
 * with which SQLite opens the file.
 * @throws NoStoreYet if there is no store, StoreUnusable if it is of another version or damaged
 */
export function openReadOnly(path: string, location = path): Connection {
  if (!existsSync(path)) {
    throw new NoStoreYet(`there is no store ${path} yet; \`fieldbridge start\` makes it`);
  }
  assertFiles(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(location, { readOnly: true, timeout: 5_000 });
    database.exec(`PRAGMA cache_size = -${cacheKilobytes}`);
    assertReadable(database, path);
    return new Connection(database);
  } catch (error) {
    database?.close();
    throw unreadable(path, error);
  }
}

function assertReadable(database: DatabaseSync, path: string): void {
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (pragma('application_id') !== applicationId) {
    throw new StoreUnusable(`${path} is not a store of this program`);
  }
  const version = Number(pragma('user_version'));
  if (version === migrations.length) return;
  const what = version > migrations.length ? 'a newer' : 'an older';
  throw new StoreUnusable(
    `the store ${path} was made by ${what} version of this program; use the version that the bridge runs`,
  );
}

/** Translates an error of reading a store: if SQLite cannot read the file, the message names it. */
export function unreadable(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_SQLITE_ERROR'
    ? new StoreUnusable(`the store ${path} cannot be read: ${message}`, error)
    : error;
}
