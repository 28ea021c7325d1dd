import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CatalogLock, LockedCatalog } from '../../booking/lock/locked-catalog.ts';
import { lockLimits, readLock } from '../../booking/lock/read-lock.ts';
import { writeLock } from '../../booking/lock/write-lock.ts';
import type { Config } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { NotUtf8 } from '../../diagnostics/written-text.ts';
import { CommandFailed } from '../surroundings.ts';
import { readText } from '../workspace.ts';

/** The file of the lock; it may be missing or faulty. */
export interface LockFile {
  /** Beside the config. */
  readonly file: string;
  readonly text: string | undefined;
  /** Undefined if the file is missing or faulty; `diagnostics` then has the faults. */
  readonly lock: CatalogLock | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export const lockName = 'catalog.lock.yaml';

/** Reads the lock beside a config. */
export function openLock(config: Pick<Config, 'file'>): LockFile {
  const file = join(dirname(config.file), lockName);
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const place = { file, line: 1, column: 1 };
    const fault =
      error instanceof NotUtf8
        ? diagnostic('yaml/wrong-encoding', `the lock ${error.message}`, { place, hint: anew })
        : diagnostic('yaml/unreadable-file', `the lock cannot be read (${code})`, { place });
    return { file, text: undefined, lock: undefined, diagnostics: code === 'ENOENT' ? [] : [fault] };
  }
  const { lock, diagnostics } = readLock(file, text);
  return { file, text, lock, diagnostics: diagnostics.map(each => ({ ...each, hint: anew })) };
}

const anew = `restore it from version control; or delete it and run \`fieldbridge fields --save\``;

/**
 * Writes catalogs into the lock and keeps those of other destinations; returns true if the file changed.
 * @throws CommandFailed if the existing lock is faulty, or cannot be written
 */
export function saveLock(
  { file, text, lock, diagnostics }: LockFile,
  catalogs: ReadonlyMap<string, LockedCatalog>,
): boolean {
  if (diagnostics.length > 0) {
    throw new CommandFailed(`${file} cannot be used, so nothing is saved: \`fieldbridge check\` shows why`);
  }
  const next = writeLock(new Map([...(lock?.catalogs ?? []), ...catalogs]));
  if (next === text) return false;
  if (Buffer.byteLength(next) > lockLimits.bytes) {
    throw new CommandFailed(
      `${file} would be larger than ${lockLimits.bytes / 1024} KiB, which cannot be read again`,
    );
  }
  try {
    // Replaced in one step, because another process may be reading it.
    writeFileSync(`${file}.new`, next);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written: ${(error as Error).message}`);
  }
  return true;
}
