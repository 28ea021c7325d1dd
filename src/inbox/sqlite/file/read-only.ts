import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { NoStoreYet, StoreUnusable } from '../../store-unusable.ts';
import { Connection } from '../connection.ts';
import { applicationId, migrations } from './schema.ts';
import { assertFiles } from './store-path.ts';

/**
 * Opens a store for reading beside a bridge that may be running on it: nothing is locked, migrated or written.
 * @throws NoStoreYet where there is no store, StoreUnusable where it is of another version or damaged
 */
export function openReadOnly(path: string): Connection {
  if (!existsSync(path)) {
    throw new NoStoreYet(`there is no store ${path} yet; \`fieldbridge start\` makes it`);
  }
  assertFiles(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
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

/** What a fault of reading a store means: where SQLite cannot read the file, it is said which. */
export function unreadable(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_SQLITE_ERROR'
    ? new StoreUnusable(`the store ${path} cannot be read: ${message}`, error)
    : error;
}
