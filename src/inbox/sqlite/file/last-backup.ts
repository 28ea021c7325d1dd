import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { as, isRecord, isText, shape } from '../../stored/shape.ts';

/** A backup that was made of a store: where, and when. */
export interface LastBackup {
  /** Absent if it was written to the output. */
  readonly file?: string;
  readonly at: number;
}

const note = shape('the note of a backup', [as(isLastBackup)]);

function isLastBackup(json: unknown): json is LastBackup {
  return isRecord(json) && (json.file === undefined || isText(json.file)) && typeof json.at === 'number';
}

/**
 * Records the time of the last backup beside a store, because the store itself belongs to the process that has it open.
 * If nothing can be written beside it, the backup is still good.
 */
export function noteBackup(store: string, backup: LastBackup): void {
  const path = noteOf(store);
  try {
    if (existsSync(path) && !isNote(path)) return;
    // Another user may have written the one before.
    rmSync(path, { force: true });
    writeFileSync(path, note.write(backup), { mode: 0o600 });
  } catch {
    return;
  }
}

/** Returns the last backup of a store that this program made, if it is known. */
export function lastBackup(store: string): LastBackup | undefined {
  try {
    const path = noteOf(store);
    return isNote(path) ? note.read(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** A note is shorter than the smallest store: a backup with the name of the note is not one. */
function isNote(path: string): boolean {
  const found = statSync(path);
  return found.isFile() && found.size <= 4096;
}

function noteOf(store: string): string {
  return `${store}-last-backup`;
}
