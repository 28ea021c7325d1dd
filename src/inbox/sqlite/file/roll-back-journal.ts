import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { logHeadBytes } from './log-damage.ts';

/**
 * Lets SQLite roll back an interrupted change of a database. A database gets its write-ahead log by a change of the
 * older kind, with a journal beside it; until that change is rolled back, the file can be neither read nor judged.
 * SQLite uses the journal of any program, but never while that program is using it. A log with contents was begun after
 * the last such change and must be judged first, because closing a database would move and remove it.
 */
export function rollBackJournal(path: string): void {
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
