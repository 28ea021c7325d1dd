import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of a folder and its subfolders, by relative path. */
export type Disk = ReadonlyMap<string, Buffer>;

/** The file of mapped memory, which is lost without power; SQLite makes it anew. */
export const isMemory = (path: string) => path.endsWith('-shm');

/** Reads the files of a folder. */
export function readDisk(folder: string): Disk {
  return new Map(pathsIn(folder).map(path => [path, readFileSync(join(folder, path))] as const));
}

function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(path => !isMemory(path));
}

/** A folder whose files can be replaced by those after a power cut, without changing their inodes. */
export interface Platter {
  lay(disk: Disk): void;
}

/**
 * Makes the platter of a folder. The store recognizes its file by its inode, which a power cut does not change. So the
 * first file of each name is kept in the folder `kept`, and filled again.
 */
export function createPlatter(folder: string, kept: string): Platter {
  mkdirSync(kept);
  const known = new Set<string>();

  function keep(): void {
    for (const path of pathsIn(folder)) {
      if (known.has(path)) continue;
      known.add(path);
      linkSync(join(folder, path), keptPath(path));
    }
  }

  const keptPath = (path: string) => join(kept, path.replaceAll('/', '__'));

  return {
    lay(disk) {
      keep();
      rmSync(folder, { recursive: true });
      for (const [path, bytes] of disk) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        if (known.has(path)) linkSync(keptPath(path), file);
        writeFileSync(file, bytes);
      }
      mkdirSync(folder, { recursive: true });
    },
  };
}
