import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { StorageFault, storageFault } from './storage-error.ts';

/** The codes of SQLite for a refused write, whatever the reason (IOERR_WRITE, IOERR_TRUNCATE, IOERR_SHMSIZE). */
const refusedWrites: ReadonlySet<number> = new Set([778, 1546, 4874]);

const { ENOSPC, EDQUOT, EROFS } = constants.errno;

const passing: ReadonlyMap<number, { readonly words: string; readonly full: boolean }> = new Map([
  [ENOSPC, { words: 'the disk is full', full: true }],
  [EDQUOT, { words: 'the disk quota of this user is used up', full: true }],
  [EROFS, { words: 'the disk is read-only', full: false }],
]);

const probeBytes = 1024 * 1024;

/**
 * Creates a function that finds the cause of a write error. For most refused writes SQLite has only one code, that of
 * a broken disk. A small file beside the store (`<file>-probe`) reveals a quota or a read-only disk: these may pass,
 * and earlier writes are safe. After a failed sync no probe is made.
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

/** Writes to a file without a name; returns the number of the error, or 0 if there is none. */
function probeDisk(path: string): number {
  let descriptor: number | undefined;
  try {
    // A file with this name is unused: it is removed right after it is created.
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
