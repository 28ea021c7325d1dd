import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { StoreUnusable } from '../../store-unusable.ts';
import { createFaultReader } from './disk-probe.ts';

/** Returns the error for a log without its store. SQLite would remove it, with the latest data. */
export function orphaned(path: string, log: string): StoreUnusable {
  return new StoreUnusable(
    `the store ${path} is gone or empty, but its log ${basename(log)} is there, with what was written last; both were ` +
      'left as they are. Put the file back or restore a backup, or move the log aside to start with an empty store',
  );
}

/** Returns the error for a damaged store. `detail`: a description of the damage. */
export function damaged(path: string, detail: string, cause?: unknown): StoreUnusable {
  const companions = `${basename(path)}-wal, ${basename(path)}-shm`;
  // A backup has no log; the log of another store beside it makes it look damaged.
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const restored = hasLog
    ? '. Only if it is a backup that you have just put here: these companions are of the store before; move them alone aside, and start again'
    : '';
  return new StoreUnusable(
    `the store ${path} is damaged (${detail}); it was left as it is. Restore a backup, or move the file and its ` +
      `companions (${companions}) aside to start with an empty store${restored}`,
    cause,
  );
}

/** Translates an error that occurred while a store was opened. */
export function unusable(path: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  const fault = createFaultReader(path)(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (fault?.damage) return damaged(path, detail, error);
  const advice = fault?.lasting ? '; see what is wrong with the disk, then start again' : '';
  return new StoreUnusable(`the store ${path} cannot be opened: ${fault?.detail ?? detail}${advice}`, error);
}
