import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../../store-unusable.ts';
import { logDamage, logHeadBytes } from './log-damage.ts';
import { numberOf } from './number-of.ts';
import { applicationId, migrations } from './schema.ts';
import { damaged, orphaned } from './unusable.ts';

/** A store's file on disk. */
export interface Inspected {
  readonly bytes: number;
  /** True if it has a write-ahead log: readers then block nobody. */
  readonly isLogged: boolean;
}

/** The length of a database header, in SQLite's file format. */
const headBytes = 100;

/**
 * Checks a store's file quickly, whatever its size: whether it is a store, its version, and whether its end or a
 * committed part of its log is missing.
 * @throws StoreUnusable with the reason and the next step
 */
export function inspect(path: string): Inspected {
  rollBackJournal(path);
  const { bytes, head } = inspectEnds(path, 'at rest');
  if (bytes > 0) assertOurs(path);
  return { bytes, isLogged: head.length > 18 && head.readUInt8(18) === 2 };
}

/**
 * The part of the check that does not use SQLite, and so changes nothing. While a bridge uses the store, its log is
 * being written and cannot be checked.
 * @throws StoreUnusable with the reason and the next step
 */
export function inspectEnds(
  path: string,
  log: 'at rest' | 'being written',
): { readonly bytes: number; readonly head: Buffer } {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const logPath = `${path}-wal`;
  // If the last user of the store was a reader, the log is empty.
  const endedWell = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (bytes === 0 && !endedWell) throw orphaned(path, logPath);
  if (bytes === 0) return { bytes, head: Buffer.alloc(0) };
  const head = readHead(path);
  if (log === 'being written') return { bytes, head };
  const damage = endedWell ? cutShort(head, bytes) : logDamage(logPath);
  if (damage !== undefined) throw damaged(path, damage);
  return { bytes, head };
}

/**
 * Examines a whole store for damage in this process, which is blocked meanwhile. `location`: the name with which
 * SQLite opens it.
 * @throws StoreUnusable if it is damaged
 */
export function assertWhole(path: string, location = path): void {
  const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000 });
  try {
    const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (found !== 'ok') throw damaged(path, String(found).replaceAll(/\s+/g, ' '));
  } finally {
    database.close();
  }
}

/**
 * Checks that a file is a store of this program, and not of a newer version. `location`: the name with which SQLite
 * opens it.
 * @throws StoreUnusable if it is not
 */
export function assertOurs(path: string, location = path): void {
  const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000 });
  try {
    const tables = numberOf(database, 'SELECT count(*) FROM sqlite_schema');
    if (tables > 0 && numberOf(database, 'PRAGMA application_id') !== applicationId) {
      throw new StoreUnusable(`${path} is a database of another program; name another file for the store`);
    }
    const version = numberOf(database, 'PRAGMA user_version');
    if (version <= migrations.length) return;
    throw new StoreUnusable(
      `the store ${path} was made by a newer version of this program (schema ${version}, here ${migrations.length}); ` +
        'use that version, or restore a backup from before the upgrade',
    );
  } finally {
    database.close();
  }
}

/** Reads the header of a database, as far as it exists. */
function readHead(path: string): Buffer {
  const head = Buffer.alloc(headBytes);
  const descriptor = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** SQLite fills in the missing part of the last page, and treats a file of a few bytes as an empty one. */
function cutShort(head: Buffer, bytes: number): string | undefined {
  if (head.length < headBytes) return 'it is cut off within its head';
  const pageBytes = head.readUInt16BE(16);
  return pageBytes > 0 && bytes % pageBytes !== 0 ? 'it is cut off within a page' : undefined;
}

/**
 * Lets SQLite roll back an interrupted change of a database. A database gets its write-ahead log by a change with a
 * rollback journal; until that is rolled back, the file can be neither read nor checked. SQLite uses the journal of
 * any program, but never while that program uses it. A log with contents was begun after the last such change and
 * must be checked first, because closing a database would move and remove it.
 */
function rollBackJournal(path: string): void {
  const journal = statSync(`${path}-journal`, { throwIfNoEntry: false });
  if (!journal?.isFile() || journal.size === 0 || !existsSync(path)) return;
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > logHeadBytes) return;
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    database.close();
  }
}
