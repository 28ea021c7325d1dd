import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allFailed, type FailedPage, failedRows } from '../../lists/failed-rows.ts';
import { failedName, nextFailedName } from '../../lists/list-form.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { ListFile } from './list-file.ts';

/**
 * Writes the rows that failed into a file beside the list, each with its reason, and answers its path. Nothing is written
 * where none failed.
 */
export async function writeFailedFile(
  api: AdminApi,
  id: string,
  list: ListFile,
): Promise<string | undefined> {
  const path = join(dirname(list.path), failedName(list.name, list));
  const unfinished = `${path}.part`;
  const failed = allFailed(after =>
    api.get<FailedPage>(`imports/${encodeURIComponent(id)}/events`, { status: 'failed', after, limit: 200 }),
  );
  let file: number | undefined;
  try {
    for await (const piece of failedRows(list, failed)) {
      file ??= openSync(unfinished, 'w', 0o600);
      writeSync(file, piece);
    }
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return file === undefined ? undefined : keep(unfinished, path, list);
}

/** The file may have been mended since it was written: another one with other contents is never written over. */
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
