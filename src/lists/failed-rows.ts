import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { csvLine } from './csv-line.ts';
import { type ListForm, reasonName } from './list-form.ts';
import { type Columns, type FileRow, readColumns, readRows, withReason } from './read-rows.ts';

/** An event of a list that failed, as the API lists it. */
export interface FailedRow {
  readonly row: number;
  readonly id: string;
  readonly reason?: string;
  readonly diagnostics: readonly Pick<Diagnostic, 'severity' | 'message' | 'hint'>[];
}

/** A page of them; `next`: the row to ask on from. */
export interface FailedPage {
  readonly events: readonly FailedRow[];
  readonly next?: number;
}

/** All failed rows, in the order of the list. */
export async function* allFailed(ask: (after: number) => Promise<FailedPage>): AsyncGenerator<FailedRow> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: FailedPage = await ask(after);
    yield* page.events;
    after = page.next;
  }
}

/**
 * The file of the rows that failed, piece by piece: each row as it was, with its reason. It has no piece where none failed.
 * `failed` is in the order of the list.
 */
export async function* failedRows(list: ListForm, failed: AsyncGenerator<FailedRow>): AsyncGenerator<string> {
  let next = await failed.next();
  if (next.done) return;
  const columns = list.kind === 'csv' ? await readColumns(list) : undefined;
  // A spreadsheet program takes the file for UTF-8 by its mark.
  if (columns)
    yield `\ufeff${csvLine([...dataCells(columns.names, columns), reasonName], list.separator)}\r\n`;
  for await (const row of readRows(list)) {
    if ('fault' in row) continue;
    while (!next.done && next.value.row < row.line) next = await failed.next();
    if (next.done) break;
    if (next.value.row === row.line) yield failedLine(row, reasonOf(next.value), list, columns);
  }
}

function reasonOf({ reason, diagnostics, id }: FailedRow): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const said = errors.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`));
  const all = said.length > 0 ? said : [reason ?? 'it failed'];
  return `${[...new Set(all)].join('; ')} [${id}]`;
}

function failedLine(row: FileRow, reason: string, list: ListForm, columns: Columns | undefined): string {
  if (!columns) return `${withReason(row.body, reason)}\n`;
  return `${csvLine([...dataCells(row.cells, columns), escapeText(reason)], list.separator)}\r\n`;
}

function dataCells(cells: readonly string[], { reasonAt }: Columns): readonly string[] {
  return cells.filter((_, at) => at !== reasonAt);
}
