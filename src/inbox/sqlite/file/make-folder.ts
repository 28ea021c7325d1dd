import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the missing folder of a store so that a power cut does not remove it: SQLite syncs the names of its files
 * with their folder, but the name of the folder is in the one above it.
 */
export function makeFolder(folder: string): void {
  const missing = missingFolders(folder);
  // One at a time: on a file system without folders, such as /proc, Node would try forever to create several at once.
  for (const each of missing) makeOne(each);
  const last = dirname(missing[0] ?? folder);
  for (let above = dirname(folder); ; above = dirname(above)) {
    syncFolder(above);
    if (above.length <= last.length) return;
  }
}

/** Returns the missing folders, the uppermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  let each = folder;
  while (statSync(each, { throwIfNoEntry: false }) === undefined && dirname(each) !== each) {
    missing.unshift(each);
    each = dirname(each);
  }
  return missing;
}

/** Another program may create it at the same time. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Syncs a folder. Some systems and some users cannot do that; only an error of the disk is a fault. */
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
