import { join } from 'node:path';

/** The time for which a writer waits for another one; a write takes some milliseconds. */
const waitMs = 3_000;

/**
 * Runs `work` under a lock between processes; undefined if another one does not release it in time. The lock is
 * SQLite's lock on a file, which the system releases when the process ends, even if it is killed.
 * @throws the error of the system if the folder cannot be written
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

/** SQLite's error code SQLITE_BUSY. */
const busy = 5;
