import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  allFailed,
  type FailedEvent,
  type FailedPage,
  failedRows,
  type LeftRows,
  withoutNumber,
} from '../../lists/failed-rows.ts';
import { failedName, nextFailedName } from '../../lists/list-form.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { ListFile } from './list-file.ts';

/** A file of failed rows. */
export interface FailedFile {
  readonly path: string;
  readonly rows: number;
}

/**
 * Writes the failed rows into a file beside the list, each with its reason. Without failed rows it writes no
 * file. `left`: the rows that did not become an event of this import.
 */
export async function writeFailedFile(
  api: AdminApi,
  id: string,
  list: ListFile,
  left: LeftRows,
): Promise<FailedFile | undefined> {
  const path = join(dirname(list.path), failedName(list.name, list));
  const unfinished = `${path}.part`;
  const events = `imports/${encodeURIComponent(id)}/events`;
  const code = { failed: undefined, skipped: withoutNumber };
  const ask = {
    page: (status: keyof typeof code, after: number) =>
      api.get<FailedPage>(events, { status, code: code[status], after, limit: 200 }),
    event: (failed: string) => api.get<FailedEvent>(`events/${encodeURIComponent(failed)}`),
  };
  const failed = allFailed(ask, left);
  let file: number | undefined;
  let pieces = 0;
  try {
    for await (const piece of failedRows(list, failed)) {
      file ??= openSync(unfinished, 'w', 0o600);
      writeSync(file, piece);
      pieces += 1;
    }
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  if (file === undefined) return undefined;
  const header = list.kind === 'csv' ? 1 : 0;
  return { path: keep(unfinished, path, list), rows: pieces - header };
}

/** A person may have corrected the file: an existing file with other contents is never overwritten. */
function keep(unfinished: string, first: string, { kind }: ListFile): string {
  const digest = digestOf(unfinished);
  let path = first;
  while (existsSync(path) && digestOf(path) !== digest) path = nextFailedName(path, kind);
  renameSync(unfinished, path);
  return path;
}

function digestOf(path: string): string {
  const whole = createHash('sha256');
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
      whole.update(piece.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return whole.digest('hex');
}
