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

/** A file that is to be written. */
export interface NewFile {
  /** Absolute. */
  readonly path: string;
  readonly contents: string | Uint8Array;
  /** For nobody's eyes but the owner's. */
  readonly isSecret?: true;
}

/** Replaces or keeps existing files. */
export type Replacing = 'replace' | 'keep';

/** A file that was there before and is kept beside the new one. Both paths are absolute. */
export interface KeptFile {
  readonly path: string;
  readonly keptAs: string;
}

/**
 * Writes all of these files or none: where one cannot be written, or is there already and is to be kept, everything
 * is as it was before. A file that is replaced stays beside it as a `.bak`, under a name that nothing has; what would be the same
 * afterwards is not touched.
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

/** True if a file is there with just these contents. */
export function isThere({ path, contents }: NewFile): boolean {
  try {
    return Buffer.from(contents).equals(readFileSync(path));
  } catch {
    return false;
  }
}

interface PutFile {
  /** The steps that undo it, in the order in which they were done. */
  readonly undo: readonly (() => void)[];
  readonly keptAs?: string;
}

/** Puts one file in its place, whole. */
function putFile({ path, contents, isSecret }: NewFile, replacing: Replacing): PutFile {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true });
  const undo = made === undefined ? [] : [() => removeEmpty(folder, made)];
  const whole = join(folder, `.${basename(path)}.${process.pid}.new`);
  try {
    writeFileSync(whole, contents, { mode: isSecret ? 0o600 : 0o666 });
    const keptAs = replacing === 'replace' && existsSync(path) ? keep(path) : undefined;
    if (keptAs !== undefined) undo.push(() => renameSync(keptAs, path));
    // A link does not replace what somebody else has put there meanwhile; a rename would.
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

/** The maximum number of kept copies of one file; a person with more can remove some. */
const mostCopies = 1_000;

/** Gives a file another name, which nothing has: `.bak`, then `.bak.2`. */
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

/** Removes the folders that were made, from the innermost up to the first, as far as they are empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let each = folder; each.startsWith(first); each = dirname(each)) rmdirSync(each);
  } catch {
    // Somebody else has put something there.
  }
}
