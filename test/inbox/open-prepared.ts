import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../src/inbox/sqlite/file/open-database.ts';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import { fastFolder } from './fast-folder.ts';

let emptyStore: Buffer | undefined;

/**
 * Opens a SQLite store. A new one begins as a copy of an empty file with the schema, which is made once: making it
 * takes longer than most tests.
 */
export function openPrepared(...[path, options]: Parameters<typeof openSqliteStore>) {
  if (!existsSync(path)) {
    emptyStore ??= makeEmptyStore();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, emptyStore, { mode: 0o600 });
  }
  return openSqliteStore(path, options);
}

function makeEmptyStore(): Buffer {
  const folder = mkdtempSync(join(fastFolder(), 'fieldbridge-empty-'));
  const path = join(folder, 'empty.db');
  openDatabase(path).close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}
