import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../../store-unusable.ts';
import { createFaultReader } from './disk-probe.ts';

/** A lock that the kernel releases when the process ends in any way. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock that keeps a second process from the same store: an exclusive lock on an empty SQLite file beside it.
 * The store's own file stays open to programs that only read, such as a backup.
 * @throws StoreUnusable if another process holds it, or if the folder cannot be written
 */
export function takeLock(path: string): Lock {
  const lockPath = `${path}-lock`;
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(lockPath, 'a', 0o600));
    database = new DatabaseSync(lockPath, { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    throw refusal(path, error);
  }
  const held = database;
  return { release: () => held.close() };
}

/**
 * True if a process has the lock of a store now; undefined if unknown. The check takes a shared lock for less than a
 * millisecond.
 */
export function isLocked(path: string): boolean | undefined {
  const lockPath = `${path}-lock`;
  if (!existsSync(lockPath)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockPath, { readOnly: true, timeout: 0 });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error) ? true : undefined;
  } finally {
    database?.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function refusal(path: string, error: unknown): StoreUnusable {
  if (isBusy(error)) {
    return new StoreUnusable(
      `the store ${path} is in use by another process; stop that process, or give this one a store of its own`,
      error,
    );
  }
  const why =
    createFaultReader(path)(error)?.detail ?? (error instanceof Error ? error.message : String(error));
  return new StoreUnusable(
    `the store ${path} cannot be used: ${why}; check that its folder exists and that this user may write in it`,
    error,
  );
}
