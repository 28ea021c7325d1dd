import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import { csvLine } from '../operate/csv.ts';
import { reasonName } from './list-form.ts';
import { type Columns, type FileRow, readColumns, readRows, withReason } from './read-rows.ts';
import type { ScannedList } from './scan-list.ts';

interface FailedEvent {
  readonly row: number;
  readonly id: string;
  readonly reason?: string;
  readonly diagnostics: readonly Pick<Diagnostic, 'severity' | 'message' | 'hint'>[];
}

/**
 * Writes the rows that failed into a file beside the list, each with its reason, and answers its path. Nothing is written
 * where none failed.
 */
export async function writeFailedFile(
  api: AdminApi,
  id: string,
  list: ScannedList,
): Promise<string | undefined> {
  const failed = failedEvents(api, id);
  let next = await failed.next();
  if (next.done) return undefined;
  const unfinished = `${firstPath(list)}.part`;
  const { separator } = list;
  const columns = list.kind === 'csv' ? await readColumns(list) : undefined;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    // A spreadsheet program takes the file for UTF-8 by its mark.
    if (columns)
      writeSync(file, `\ufeff${csvLine([...dataCells(columns.names, columns), reasonName], separator)}\r\n`);
    for await (const row of readRows(list)) {
      if ('fault' in row) continue;
      while (!next.done && next.value.row < row.line) next = await failed.next();
      if (next.done) break;
      if (next.value.row === row.line) writeSync(file, failedLine(row, reasonOf(next.value), list, columns));
    }
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return keep(unfinished, list);
}

/** The file may have been mended since it was written: another one with other contents is never written over. */
function keep(unfinished: string, list: ScannedList): string {
  const digest = digestOf(unfinished);
  let path = firstPath(list);
  while (existsSync(path) && digestOf(path) !== digest) path = nextPath(path, list);
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

async function* failedEvents(api: AdminApi, id: string): AsyncGenerator<FailedEvent> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: { readonly events: readonly FailedEvent[]; readonly next?: number } = await api.get(
      `imports/${encodeURIComponent(id)}/events`,
      { status: 'failed', after, limit: 200 },
    );
    yield* page.events;
    after = page.next;
  }
}

function firstPath({ path, kind, isMended }: ScannedList): string {
  const stem = path.replace(/\.[^.]+$/, '');
  return isMended ? nextPath(path, { kind }) : `${stem}.failed.${kind}`;
}

/** `contacts.failed.csv`, `contacts.failed-2.csv`, and so on. */
function nextPath(path: string, { kind }: Pick<ScannedList, 'kind'>): string {
  const stem = path.replace(/\.[^.]+$/, '');
  const [, base = stem, number = '1'] = /^(.*\.failed)(?:-(\d{1,6}))?$/s.exec(stem) ?? [];
  return base.endsWith('.failed') ? `${base}-${Number(number) + 1}.${kind}` : `${base}.failed.${kind}`;
}

function reasonOf({ reason, diagnostics, id }: FailedEvent): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const said = errors.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`));
  const all = said.length > 0 ? said : [reason ?? 'it failed'];
  return `${[...new Set(all)].join('; ')} [${id}]`;
}

function failedLine(row: FileRow, reason: string, list: ScannedList, columns: Columns | undefined): string {
  if (!columns) return `${withReason(row.body, reason)}\n`;
  return `${csvLine([...dataCells(row.cells, columns), escapeText(reason)], list.separator)}\r\n`;
}

function dataCells(cells: readonly string[], { reasonAt }: Columns): readonly string[] {
  return cells.filter((_, at) => at !== reasonAt);
}
