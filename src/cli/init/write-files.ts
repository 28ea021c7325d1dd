import { existsSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file that is to be written. */
export interface NewFile {
  /** Absolute. */
  readonly path: string;
  readonly contents: string | Uint8Array;
  /** For nobody's eyes but the owner's. */
  readonly isSecret?: true;
}

/** Whether files that are there already may be replaced. */
export type Replacing = 'replace' | 'keep';

/**
 * Writes all of these files or none: where one cannot be written, or is there already and is to be kept, everything
 * is as it was before.
 * @throws the error of the file system
 */
export function writeFiles(files: readonly NewFile[], replacing: Replacing): void {
  const undo: (() => void)[] = [];
  try {
    for (const file of files) undo.push(...put(file, replacing));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
  for (const { path } of files) rmSync(beside(path, 'old'), { force: true });
}

/** Puts one file in its place, whole; gives the steps that undo it. */
function put({ path, contents, isSecret }: NewFile, replacing: Replacing): (() => void)[] {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true });
  const undo = made === undefined ? [] : [() => removeEmpty(folder, made)];
  const whole = beside(path, 'new');
  try {
    writeFileSync(whole, contents, { mode: isSecret ? 0o600 : 0o666 });
    if (replacing === 'replace' && existsSync(path)) {
      const old = beside(path, 'old');
      renameSync(path, old);
      undo.push(() => renameSync(old, path));
    }
    // A link does not replace what somebody else has put there meanwhile; a rename would.
    linkSync(whole, path);
    undo.push(() => rmSync(path, { force: true }));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
  return undo;
}

function beside(path: string, what: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${what}`);
}

/** Removes the folders that were made, from the innermost up to the first, as far as they are empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let each = folder; each.startsWith(first); each = dirname(each)) rmdirSync(each);
  } catch {
    // Somebody else has put something there.
  }
}
