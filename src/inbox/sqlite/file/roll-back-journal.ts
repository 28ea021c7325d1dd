import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { logHeadBytes } from './log-damage.ts';

/**
 * Has SQLite take back a change of a database that was cut off half done. A database gets its write-ahead log by a change
 * in the older manner, with a journal beside it; until that is taken back, the file can neither be read nor judged.
 * SQLite does so by the journal of any program, and never while that program is at it. A log that holds anything was
 * begun after the last such change, and is left to be judged first: closing a database would move it and remove it.
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
