import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder of a store, where it is missing, so that a power cut does not take it away again: SQLite has the
 * names of its files on disk with their folder, but that of the folder stands in the one above it.
 */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 }) ?? folder;
  const last = dirname(first);
  for (let above = dirname(folder); ; above = dirname(above)) {
    syncFolder(above);
    if (above.length <= last.length) return;
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
