import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createFaultReader } from './disk-probe.ts';
import { StoreUnusable } from './store-unusable.ts';

/** A lock that the kernel gives back when the process ends, however it ends. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock that keeps a second process off the same store: an exclusive lock on an empty SQLite file beside it.
 * The store's own file is left open to programs that only read, such as a backup.
 * @throws StoreUnusable where another process holds it, or where the folder cannot be written
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

function refusal(path: string, error: unknown): StoreUnusable {
  const busy = error instanceof Error && 'errcode' in error && error.errcode === 5;
  if (busy) {
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
