import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../../store-unusable.ts';
import { writeCopyMark } from './copies.ts';
import { assertNotMoved } from './moved.ts';
import { applicationId } from './schema.ts';
import { storageFault } from './storage-error.ts';
import { assertFiles } from './store-path.ts';

/** A backup that was made. */
export interface BackupMade {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Makes a backup of a store, which may be in use: a consistent snapshot, in a file of its own that only its owner can
 * read. The backup is marked as a copy, so that nothing is sent when it is opened until a person decides. An existing
 * file is never overwritten, and an unfinished one never gets the name.
 * @throws StoreUnusable with the reason and the next step
 */
export function backUp(store: string, target: string, now: number): BackupMade {
  const from = resolve(store);
  const file = resolve(target);
  const part = `${file}.part`;
  if (!existsSync(from)) throw new StoreUnusable(`there is no store at ${from} to make a backup of`);
  assertFiles(from);
  if (existsSync(file)) throw occupied(file);
  try {
    // Created first, because SQLite would make it readable for others.
    closeSync(openSync(part, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600));
  } catch (error) {
    throw cannotMake(part, error);
  }
  try {
    assertNotMoved(from);
    copy(from, part);
    mark(from, part, now);
    publish(part, file);
    return { file, bytes: statSync(file).size };
  } catch (error) {
    throw error instanceof StoreUnusable ? error : cannotMake(file, error);
  } finally {
    for (const end of ['', '-journal']) rmSync(part + end, { force: true });
  }
}

/**
 * Copies the store without deleted data and free pages. A store that is not in use is opened for writing too, because
 * only then SQLite removes the log that it creates when it opens the file.
 */
function copy(from: string, part: string): void {
  const database = new DatabaseSync(from, { readOnly: existsSync(`${from}-wal`), timeout: 5_000 });
  try {
    const id = Object.values(database.prepare('PRAGMA application_id').get() ?? {})[0];
    if (id !== applicationId) throw new StoreUnusable(`${from} is no store of this program`);
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
}

function mark(from: string, part: string, now: number): void {
  const database = new DatabaseSync(part, { timeout: 0 });
  try {
    database.exec('PRAGMA synchronous = FULL');
    const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (found !== 'ok') throw new StoreUnusable(`the store ${from} is damaged; restore an earlier backup`);
    writeCopyMark(database, { of: from, at: now });
  } finally {
    database.close();
  }
}

/** Gives the finished file its name, unless another program has used it meanwhile. */
function publish(part: string, file: string): void {
  sync(part);
  try {
    linkSync(part, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(file)) throw occupied(file);
    // The file system does not support hard links.
    renameSync(part, file);
  }
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function occupied(file: string): StoreUnusable {
  return new StoreUnusable(
    `${file} is there already, and a backup never overwrites a file; choose another name`,
  );
}

function cannotMake(file: string, error: unknown): StoreUnusable {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'EEXIST'
      ? 'another backup to it is being made, or was cut off; if none runs, remove it'
      : (storageFault(error)?.message ?? message);
  return new StoreUnusable(`the backup ${basename(file)} cannot be made: ${why}`, error);
}
