import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../../store-unusable.ts';
import { Connection } from '../connection/connection.ts';
import { newestSchema } from './newest-schema.ts';
import { numberOf } from './number-of.ts';
import { applicationId, migrations } from './schema.ts';
import { unusable } from './unusable.ts';

/**
 * Opens the store's file; creates it and migrates its schema if needed. Examine it first (`examineAtStart`), because
 * this changes it.
 * @throws StoreUnusable with the reason and the next step
 */
export function openDatabase(path: string): Connection {
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, {
      timeout: 5_000,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
    });
    configure(database);
    migrate(database);
    assertDurable(database);
    return new Connection(database);
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

/**
 * Closes a connection and leaves the file and its log unchanged: otherwise SQLite moves the log when the last
 * connection closes. While another connection is open, it does not.
 */
export function closeUntouched(connection: Connection, path: string): void {
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    connection.close();
    reader.close();
  }
}

/** The required value of `PRAGMA synchronous`: a commit waits for the disk, so it survives a power cut. */
export const synchronousFull = 2;

function configure(database: DatabaseSync): void {
  database.exec(`
    PRAGMA page_size = 8192;
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA trusted_schema = OFF;
    PRAGMA temp_store = MEMORY;
    PRAGMA cell_size_check = ON;
    PRAGMA mmap_size = 0;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA secure_delete = ON;
    PRAGMA journal_size_limit = ${64 * 1024 * 1024};
  `);
}

/** A new store gets the whole schema in one commit, an older one step by step. Each commit waits for the disk. */
function migrate(database: DatabaseSync): void {
  const version = numberOf(database, 'PRAGMA user_version');
  const steps = version === 0 ? [newestSchema] : migrations.slice(version);
  for (const [step, changes] of steps.entries()) {
    database.exec(`BEGIN IMMEDIATE; ${changes}; PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${migrations.length - steps.length + step + 1}; COMMIT`);
  }
}

/** Some builds of SQLite fall back to less than FULL at the first write, so this comes after one. */
function assertDurable(database: DatabaseSync): void {
  database.exec("INSERT OR REPLACE INTO meta VALUES ('opened', unixepoch())");
  const mode = Object.values(database.prepare('PRAGMA journal_mode').get() ?? {})[0];
  const synchronous = numberOf(database, 'PRAGMA synchronous');
  if (mode === 'wal' && synchronous === synchronousFull) return;
  throw new StoreUnusable(
    `the store cannot promise that what it wrote survives a power cut (journal ${mode}, synchronous ${synchronous}); ` +
      'put it on a local disk, not on a network file system',
  );
}
