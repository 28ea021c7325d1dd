import { join } from 'node:path';

/** The time for which a writer waits for another one; a write takes some milliseconds. */
const waitMs = 3_000;

/**
 * Does something while no other process does something under the same lock; undefined where another one does not end.
 * The lock is one of the system on a file, which SQLite takes: it ends with its process, so none that was killed holds it.
 * @throws the error of the system where the folder cannot be written
 */
export async function underLock<T>(folder: string, work: () => T): Promise<{ readonly did: T } | undefined> {
  // Loaded at the first edit: an idle bridge does not need it.
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`);
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      if ((error as { errcode?: number }).errcode === busy) return undefined;
      throw error;
    }
    const did = work();
    lock.exec('ROLLBACK');
    return { did };
  } finally {
    lock.close();
  }
}

/** SQLITE_BUSY. */
const busy = 5;
