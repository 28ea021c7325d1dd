import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file to write. */
export interface NewFile {
  /** Absolute. */
  readonly path: string;
  readonly contents: string | Uint8Array;
  /** Only the owner may read it. */
  readonly isSecret?: true;
}

/** Replaces or keeps existing files. */
export type Replacing = 'replace' | 'keep';

/** An earlier file that is kept beside the new one. Both paths are absolute. */
export interface KeptFile {
  readonly path: string;
  readonly keptAs: string;
}

/**
 * Writes all of these files or none: if one cannot be written, or exists with `keep`, all changes are undone. A
 * replaced file is kept beside the new one as `.bak`, under an unused name; a file with the same contents is not
 * touched.
 * @throws the error of the file system
 */
export function writeFiles(files: readonly NewFile[], replacing: Replacing): readonly KeptFile[] {
  const undo: (() => void)[] = [];
  const kept: KeptFile[] = [];
  try {
    for (const file of files) {
      if (isThere(file)) continue;
      const put = putFile(file, replacing);
      undo.push(...put.undo);
      if (put.keptAs !== undefined) kept.push({ path: file.path, keptAs: put.keptAs });
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
  return kept;
}

/** True if a file exists with exactly these contents. */
export function isThere({ path, contents }: NewFile): boolean {
  try {
    return Buffer.from(contents).equals(readFileSync(path));
  } catch {
    return false;
  }
}

interface PutFile {
  /** The functions that undo the steps so far, in the order of the steps. */
  readonly undo: readonly (() => void)[];
  readonly keptAs?: string;
}

/** Writes one file under another name and then moves it to its path. */
function putFile({ path, contents, isSecret }: NewFile, replacing: Replacing): PutFile {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true });
  const undo = made === undefined ? [] : [() => removeEmpty(folder, made)];
  const whole = join(folder, `.${basename(path)}.${process.pid}.new`);
  try {
    writeFileSync(whole, contents, { mode: isSecret ? 0o600 : 0o666 });
    const keptAs = replacing === 'replace' && existsSync(path) ? keep(path) : undefined;
    if (keptAs !== undefined) undo.push(() => renameSync(keptAs, path));
    // Unlike a rename, a link fails if somebody else has created the file meanwhile.
    linkSync(whole, path);
    undo.push(() => rmSync(path, { force: true }));
    return { undo, ...(keptAs !== undefined && { keptAs }) };
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** The maximum number of kept copies of one file. */
const mostCopies = 1_000;

/** Renames a file to an unused name: `.bak`, then `.bak.2`. */
function keep(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${path}.bak` : `${path}.bak.${number}`;
    try {
      linkSync(path, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && number < mostCopies) continue;
      throw error;
    }
    rmSync(path);
    return name;
  }
}

/** Removes new folders, from the innermost up to the first, if they are empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let each = folder; each.startsWith(first); each = dirname(each)) rmdirSync(each);
  } catch {
    // Somebody else has put a file there.
  }
}
