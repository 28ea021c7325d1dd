import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { csvLine } from './csv-line.ts';
import { eventName, type ListForm, reasonName } from './list-form.ts';
import { type Columns, type FileRow, isOfList, readColumns, readRows, withReason } from './read-rows.ts';

/** A row of a list that failed, as the API lists it. */
export interface FailedRow {
  readonly row: number;
  /** Its event; a row that could not be read is none. */
  readonly id?: string;
  readonly reason?: string;
  readonly diagnostics: readonly Pick<Diagnostic, 'severity' | 'code' | 'message' | 'hint'>[];
}

/** A page of them; `next`: the row to ask on from. */
export interface FailedPage {
  readonly events: readonly FailedRow[];
  readonly next?: number;
}

/** An event, as far as it says why it failed. */
export interface FailedEvent extends Pick<FailedRow, 'reason' | 'diagnostics'> {
  readonly status: string;
  readonly calls: readonly { readonly status: string; readonly reason?: string }[];
}

/** The answer of the API to rows that it was given. */
export interface TakenRows {
  readonly taken: number;
  readonly duplicates: number;
  /** Rows that failed before, and have not changed since. */
  readonly unchanged: readonly { readonly row: number; readonly id: string }[];
  readonly unreadable: readonly { readonly row: number; readonly reason: string }[];
}

/** Adds up the answers to the rows of a list, in its order. */
export function addedUp(): { add(more: TakenRows): void; done(): number; sum(): TakenRows } {
  let taken = 0;
  let duplicates = 0;
  const unchanged: TakenRows['unchanged'][number][] = [];
  const unreadable: TakenRows['unreadable'][number][] = [];
  return {
    add(more) {
      taken += more.taken;
      duplicates += more.duplicates;
      unchanged.push(...more.unchanged);
      unreadable.push(...more.unreadable);
    },
    done: () => taken + duplicates + unreadable.length,
    sum: () => ({ taken, duplicates, unchanged, unreadable }),
  };
}

/** The rows of a list that did not become events of its import, in its order. */
export type LeftRows = Pick<TakenRows, 'unchanged' | 'unreadable'>;

/** The requests of a list of failed rows. */
export interface AskingFailed {
  /** The events of the import that failed, or were skipped without a customer number. */
  page(status: 'failed' | 'skipped', after: number): Promise<FailedPage>;
  event(id: string): Promise<FailedEvent>;
}

/** Rows are skipped with this code where the number of the customer is not known. */
export const withoutNumber: Diagnostic['code'] = 'mapping/not-linked';

/** All rows that a person is to correct, in the order of the list. */
export function allFailed(ask: AskingFailed, { unchanged, unreadable }: LeftRows): AsyncGenerator<FailedRow> {
  return inOrder([
    pages(after => ask.page('failed', after)),
    pages(after => ask.page('skipped', after)),
    stillFailed(ask, unchanged),
    each(unreadable.map(({ row, reason }) => ({ row, reason, diagnostics: [] }))),
  ]);
}

async function* pages(ask: (after: number) => Promise<FailedPage>): AsyncGenerator<FailedRow> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: FailedPage = await ask(after);
    yield* page.events;
    after = page.next;
  }
}

async function* stillFailed(ask: AskingFailed, unchanged: LeftRows['unchanged']): AsyncGenerator<FailedRow> {
  for (const { row, id } of unchanged) {
    const { status, reason, calls, diagnostics } = await ask.event(id);
    const told = reason ?? calls.find(call => call.status === status)?.reason;
    yield { row, id, diagnostics, ...(told !== undefined && { reason: told }) };
  }
}

async function* each(rows: readonly FailedRow[]): AsyncGenerator<FailedRow> {
  yield* rows;
}

async function* inOrder(lists: readonly AsyncGenerator<FailedRow>[]): AsyncGenerator<FailedRow> {
  const open = [];
  for (const list of lists) open.push({ list, next: await list.next() });
  for (;;) {
    const [first] = open
      .filter(({ next }) => !next.done)
      .toSorted((one, other) => one.next.value.row - other.next.value.row);
    if (!first) return;
    yield first.next.value;
    first.next = await first.list.next();
  }
}

/**
 * The file of the rows that failed, a header of CSV and then row by row: each as it was, with its reason. It is empty where none failed.
 * `failed` is in the order of the list.
 */
export async function* failedRows(list: ListForm, failed: AsyncGenerator<FailedRow>): AsyncGenerator<string> {
  let next = await failed.next();
  if (next.done) return;
  const columns = list.kind === 'csv' ? await readColumns(list) : undefined;
  // A spreadsheet program takes the file for UTF-8 by its mark.
  if (columns)
    yield `\ufeff${csvLine([...dataCells(columns.names, columns), reasonName, eventName], list.separator)}\r\n`;
  for await (const row of readRows(list)) {
    if ('fault' in row) continue;
    while (!next.done && next.value.row < row.line) next = await failed.next();
    if (next.done) break;
    if (next.value.row === row.line) yield failedLine(row, next.value, list, columns);
  }
}

function reasonOf({ reason, diagnostics }: FailedRow): string {
  const errors = diagnostics.filter(({ severity, code }) => severity === 'error' || code === withoutNumber);
  const said = errors.map(({ message, hint }) =>
    hint === undefined ? message : `${message}. Hint: ${hint}`,
  );
  const all = said.length > 0 ? said : [reason ?? 'it failed'];
  return [...new Set(all)].join('; ');
}

function failedLine(row: FileRow, failed: FailedRow, list: ListForm, columns: Columns | undefined): string {
  const reason = reasonOf(failed);
  if (!columns) return `${withReason(row.body, reason, failed.id)}\n`;
  const cells = [...dataCells(row.cells, columns), escapeText(reason), failed.id ?? ''];
  return `${csvLine(cells, list.separator)}\r\n`;
}

function dataCells(cells: readonly string[], columns: Columns): readonly string[] {
  return cells.filter((_, at) => isOfList(at, columns));
}
