import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { as, isRecord, isText, shape } from '../../stored/shape.ts';

/** The place and the time of a store's backup. */
export interface LastBackup {
  /** Missing if it was written to the output. */
  readonly file?: string;
  readonly at: number;
}

const note = shape('the note of a backup', [as(isLastBackup)]);

function isLastBackup(json: unknown): json is LastBackup {
  return isRecord(json) && (json.file === undefined || isText(json.file)) && typeof json.at === 'number';
}

/**
 * Records the time of the last backup beside a store, because another process may have the store itself open. If
 * nothing can be written there, the backup is valid nevertheless.
 */
export function noteBackup(store: string, backup: LastBackup): void {
  const path = noteOf(store);
  try {
    if (existsSync(path) && !isNote(path)) return;
    // Another user may own the previous note.
    rmSync(path, { force: true });
    writeFileSync(path, note.write(backup), { mode: 0o600 });
  } catch {
    return;
  }
}

/** Returns the last known backup of a store by this program. */
export function lastBackup(store: string): LastBackup | undefined {
  try {
    const path = noteOf(store);
    return isNote(path) ? note.read(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** A note is smaller than any store, which excludes a backup with the name of the note. */
function isNote(path: string): boolean {
  const found = statSync(path);
  return found.isFile() && found.size <= 4096;
}

function noteOf(store: string): string {
  return `${store}-last-backup`;
}
