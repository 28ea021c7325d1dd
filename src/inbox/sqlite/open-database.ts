import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFaultReader } from './ask-disk.ts';
import { Connection } from './connection.ts';
import { logDamage } from './log-damage.ts';
import { applicationId, migrations } from './schema.ts';
import { StoreUnusable } from './store-unusable.ts';
import { takeBackHalf } from './take-back-half.ts';

/** Larger files are examined only where the program did not end in good order: it takes a second for 500 MiB or so. */
const examineAlwaysBytes = 256 * 1024 * 1024;

/**
 * Opens the store's file, made and brought to today's schema where needed. A file that is damaged, of another program
 * or of a newer version is refused before anything is changed about it.
 * @throws StoreUnusable with the reason and what to do
 */
export function openDatabase(path: string): Connection {
  let database: DatabaseSync | undefined;
  try {
    examine(path);
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

/** Of the head of a database, as SQLite's file format has it. */
const headBytes = 100;

/** What `PRAGMA synchronous` must say: a commit waits for the disk, so that it survives a power cut. */
export const synchronousFull = 2;

function examine(path: string): void {
  takeBackHalf(path);
  const found = statSync(path, { throwIfNoEntry: false });
  const log = `${path}-wal`;
  const size = found?.size ?? 0;
  // Who only read the store last leaves an empty log behind.
  const endedWell = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (size === 0 && !endedWell) throw orphaned(path, log);
  if (size === 0) return;
  const damage = endedWell ? cutShort(path, size) : logDamage(log);
  if (damage !== undefined) throw damaged(path, damage);
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const tables = number(database, 'SELECT count(*) FROM sqlite_schema');
    if (tables > 0 && number(database, 'PRAGMA application_id') !== applicationId) {
      throw new StoreUnusable(`${path} is a database of another program; name another file for the store`);
    }
    const version = number(database, 'PRAGMA user_version');
    if (version > migrations.length) {
      throw new StoreUnusable(
        `the store ${path} was made by a newer version of this program (schema ${version}, here ${migrations.length}); ` +
          'use that version, or restore a backup from before the upgrade',
      );
    }
    if (endedWell && size > examineAlwaysBytes) return;
    const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (found !== 'ok') throw damaged(path, String(found).replaceAll(/\s+/g, ' '));
  } finally {
    database.close();
  }
}

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

function migrate(database: DatabaseSync): void {
  for (let version = number(database, 'PRAGMA user_version'); version < migrations.length; version += 1) {
    database.exec(`BEGIN IMMEDIATE; ${migrations[version]}; PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${version + 1}; COMMIT`);
  }
}

/** Some builds of SQLite fall back to less than FULL at the first write, so this comes after one. */
function assertDurable(database: DatabaseSync): void {
  database.exec("INSERT OR REPLACE INTO meta VALUES ('opened', unixepoch())");
  const mode = Object.values(database.prepare('PRAGMA journal_mode').get() ?? {})[0];
  const synchronous = number(database, 'PRAGMA synchronous');
  if (mode === 'wal' && synchronous === synchronousFull) return;
  throw new StoreUnusable(
    `the store cannot promise that what it wrote survives a power cut (journal ${mode}, synchronous ${synchronous}); ` +
      'put it on a local disk, not on a network file system',
  );
}

function number(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}

/** SQLite makes up what is missing of the last page, and takes a file of a few bytes for an empty one. */
function cutShort(path: string, size: number): string | undefined {
  const head = Buffer.alloc(headBytes);
  const descriptor = openSync(path, 'r');
  try {
    if (readSync(descriptor, head, 0, headBytes, 0) < headBytes) return 'it is cut off within its head';
  } finally {
    closeSync(descriptor);
  }
  const pageBytes = head.readUInt16BE(16);
  return pageBytes > 0 && size % pageBytes !== 0 ? 'it is cut off within a page' : undefined;
}

/** SQLite would take the log away, with what was written last. */
function orphaned(path: string, log: string): StoreUnusable {
  return new StoreUnusable(
    `the store ${path} is gone or empty, but its log ${basename(log)} is there, with what was written last; both were ` +
      'left as they are. Put the file back or restore a backup, or move the log aside to start with an empty store',
  );
}

function damaged(path: string, detail: string, cause?: unknown): StoreUnusable {
  return new StoreUnusable(
    `the store ${path} is damaged (${detail}); it was left as it is. Restore a backup, or move the file and its ` +
      `companions (${basename(path)}-wal, ${basename(path)}-shm) aside to start with an empty store`,
    cause,
  );
}

function unusable(path: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  const fault = createFaultReader(path)(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (fault?.damage) return damaged(path, detail, error);
  const advice = fault?.lasting ? '; see what is wrong with the disk, then start again' : '';
  return new StoreUnusable(`the store ${path} cannot be opened: ${fault?.detail ?? detail}${advice}`, error);
}
