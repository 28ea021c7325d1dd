import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { StorageFault, storageFault } from './storage-error.ts';

/** What SQLite says of writes that were refused, whatever the reason (IOERR_WRITE, IOERR_TRUNCATE, IOERR_SHMSIZE). */
const refusedWrites: ReadonlySet<number> = new Set([778, 1546, 4874]);

const { ENOSPC, EDQUOT, EROFS } = constants.errno;

const passing: ReadonlyMap<number, { readonly words: string; readonly full: boolean }> = new Map([
  [ENOSPC, { words: 'the disk is full', full: true }],
  [EDQUOT, { words: 'the disk is full for this user, whose quota is used up', full: true }],
  [EROFS, { words: 'the disk is read-only', full: false }],
]);

const probeBytes = 1024 * 1024;

/**
 * Makes a reader of errors of writes. For most reasons why a write was refused SQLite has one code alone, that of a
 * broken disk. A small file beside the store (`<file>-probe`) shows whether it is a quota, or a disk that was made
 * read-only: that passes, and what was written before is safe. A sync that failed is never asked about.
 */
export function createFaultReader(
  file: string,
  ask: () => number = () => probeDisk(`${file}-probe`),
): (error: unknown) => StorageFault | undefined {
  return error => {
    const fault = storageFault(error);
    if (!fault?.lasting || !refusedWrites.has(fault.code ?? 0)) return fault;
    const found = passing.get(ask());
    if (!found) return fault;
    const { words, full } = found;
    return new StorageFault(`${words} (${fault.code})`, { lasting: false, full }, error);
  };
}

/** Writes a file that has no name any more; answers the number of the error with which that fails, 0 where it does not. */
function probeDisk(path: string): number {
  let descriptor: number | undefined;
  try {
    // Whatever bears its name now is in nobody's use: it would be gone right after it was made.
    rmSync(path, { force: true });
    descriptor = openSync(path, 'wx', 0o600);
    rmSync(path);
    return writeSync(descriptor, Buffer.alloc(probeBytes)) < probeBytes ? ENOSPC : 0;
  } catch (error) {
    return Math.abs((error as NodeJS.ErrnoException).errno ?? 0);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
