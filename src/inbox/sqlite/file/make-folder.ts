import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder of a store, where it is missing, so that a power cut does not take it away again: SQLite has the
 * names of its files on disk with their folder, but that of the folder stands in the one above it.
 */
export function makeFolder(folder: string): void {
  const missing = missingFolders(folder);
  // One at a time: where a file system makes no folders, such as /proc, Node tries for ever to make several at once.
  for (const each of missing) makeOne(each);
  const last = dirname(missing[0] ?? folder);
  for (let above = dirname(folder); ; above = dirname(above)) {
    syncFolder(above);
    if (above.length <= last.length) return;
  }
}

/** The folders that are not there yet, the uppermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  let each = folder;
  while (statSync(each, { throwIfNoEntry: false }) === undefined && dirname(each) !== each) {
    missing.unshift(each);
    each = dirname(each);
  }
  return missing;
}

/** Somebody else may make it at the same time. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Not every system can do that, nor may everybody; only a disk that reports an error is a reason not to go on. */
function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
