import { statSync } from 'node:fs';
import { StorageFault } from './storage-error.ts';

/**
 * Creates a check that the open files are still those at the path, because writes to a deleted file are lost. It
 * throws a lasting StorageFault if they are not.
 */
export function createSameFilesCheck(path: string): () => void {
  const files = [path, `${path}-wal`];
  const before = files.map(inode);
  return () => {
    for (const [index, file] of files.entries()) {
      if (inode(file) === before[index]) continue;
      throw new StorageFault(`its file ${file} was removed or replaced while it was open`, {
        lasting: true,
      });
    }
  };
}

function inode(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StorageFault(`its file ${path} cannot be examined (${code})`, { lasting: false }, error);
  }
}
