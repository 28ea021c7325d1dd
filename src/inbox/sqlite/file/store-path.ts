import { existsSync, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreUnusable } from '../../store-unusable.ts';
import { makeFolder } from './make-folder.ts';

/** The files beside a store's file, by their suffix. */
const companions = [
  '-wal',
  '-shm',
  '-journal',
  '-lock',
  '-lock-journal',
  '-probe',
  '-ballast',
  '-planning',
  '-damaged',
];
const longestEnd = Math.max(...companions.map(each => each.length));

/** The usual maximum length of a file name, and of an SQLite path. */
const nameBytes = 255;
const pathBytes = 500;

/** The maximum number of symbolic links from one to the next. */
const mostLinks = 40;

/**
 * Returns the path of the store's file with symbolic links resolved, so that two names of one file share one lock.
 * Makes its folder.
 * @throws StoreUnusable if that is impossible, or if no store can be there
 */
export function storePath(path: string): string {
  const file = storeFile(path);
  const folder = dirname(file);
  try {
    makeFolder(folder);
    return join(realpathSync(folder), basename(file));
  } catch (error) {
    throw new StoreUnusable(
      `the folder of the store, ${folder}, cannot be made: ${because(error)}; ${elsewhere}`,
      error,
    );
  }
}

/**
 * Does the same without creating anything: the folder may be missing.
 * @throws StoreUnusable if no store can be there
 */
export function storeFile(path: string): string {
  const file = resolved(path);
  assertShort(file);
  assertFiles(file, ['', ...companions]);
  return file;
}

/** Returns the existing files of a store, its own first. */
export function filesOf(file: string): readonly string[] {
  return ['', ...companions].map(end => file + end).filter(each => existsSync(each));
}

/** The files that a command opens when it only reads a store. */
const read = ['', '-wal', '-journal'];

/**
 * Checks that nothing else is at the path of a store's file: opening a pipe may block forever.
 * @throws StoreUnusable
 */
export function assertFiles(store: string, ends: readonly string[] = read): void {
  for (const end of ends) {
    const found = look(`${store}${end}`, statSync);
    if (!found || found.isFile()) continue;
    const what = end === '' ? 'it' : `${basename(store)}${end} beside it`;
    throw new StoreUnusable(
      `the store ${store} cannot be used: ${what} is ${kindOf(found)}, no file; name a file for the store that has ` +
        'nothing else in its way',
    );
  }
}

const elsewhere = 'name a file for the store in a folder where this user may write';

/** The target of a link may not exist yet. */
function resolved(path: string): string {
  let file = resolve(path);
  for (let links = 0; look(file, lstatSync)?.isSymbolicLink(); links += 1) {
    if (links === mostLinks) throw lost(path, 'its symbolic links lead in a circle');
    file = resolve(dirname(file), readlinkSync(file));
  }
  return look(file, statSync) ? realpathSync(file) : file;
}

function look(
  path: string,
  stat: (path: string, options: { throwIfNoEntry: false }) => Stats | undefined,
): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch (error) {
    throw lost(path, because(error), error);
  }
}

function assertShort(path: string): void {
  const name = Buffer.byteLength(basename(path)) + longestEnd;
  const whole = Buffer.byteLength(path) + longestEnd;
  if (name <= nameBytes && whole <= pathBytes) return;
  const [what, bytes, most] = name > nameBytes ? ['name', name, nameBytes] : ['path', whole, pathBytes];
  throw new StoreUnusable(
    `the ${what} of the store is too long: with what is kept beside it, it would have ${bytes} bytes of at most ` +
      `${most}; give the store a shorter one, not ${path.slice(0, 40)}...`,
  );
}

function lost(path: string, why: string, cause?: unknown): StoreUnusable {
  return new StoreUnusable(`the store ${shortened(path)} cannot be found: ${why}; ${elsewhere}`, cause);
}

function shortened(path: string): string {
  return path.length > pathBytes ? `${path.slice(0, 40)}...` : path;
}

function because(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : reasons.get(code)) ?? message;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOTDIR', 'a part of its path is a file, not a folder (ENOTDIR)'],
  ['ENOENT', 'the file system there makes no folders (ENOENT)'],
  ['ELOOP', 'its symbolic links lead in a circle (ELOOP)'],
  ['ENAMETOOLONG', 'its name is too long (ENAMETOOLONG)'],
  ['ERR_INVALID_ARG_VALUE', 'there is a character in its name that no file system takes'],
]);

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}
