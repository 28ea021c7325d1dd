import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file in one step, even if the program is killed meanwhile. It keeps its permissions and its owner; `mode`
 * is for a new file. Nobody else may write the same file at the same time.
 * @throws the error of the system
 */
export function replaceWhole(target: string, contents: string | Uint8Array, mode: number): void {
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  removeLeftOver(folder, basename(target));
  const before = statSync(target, { throwIfNoEntry: false });
  const written = join(folder, unfinishedName(basename(target)));
  try {
    writeFileSync(written, contents, { mode, flag: 'wx', flush: true });
    if (before) keepAttributes(written, before);
    renameSync(written, target);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
  flushFolder(folder);
}

/** Returns the temporary name of a file while it is written. It is hidden, so that it is not read as a mapping. */
function unfinishedName(name: string): string {
  return `.${name}.${process.pid}.unfinished`;
}

/** Removes temporary files of a killed program. */
function removeLeftOver(folder: string, name: string): void {
  for (const each of readdirSync(folder)) {
    if (each.startsWith(`.${name}.`) && each.endsWith('.unfinished'))
      rmSync(join(folder, each), { force: true });
  }
}

function keepAttributes(
  path: string,
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
): void {
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid) {
    try {
      chownSync(path, uid, gid);
    } catch (error) {
      // Only root can change the owner; otherwise the file belongs to the program's user.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
  chmodSync(path, mode & 0o7777);
}

/** Flushes a folder, so that the new name of a file in it is on disk. */
function flushFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const open = openSync(folder, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}
