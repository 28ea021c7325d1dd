import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { type CrossedRows, createCrossedRows, type NamedRow } from './crossed-rows.ts';
import { csvLine } from './csv-line.ts';
import type { EventOfRow, JudgedRows, KnownRow } from './known-rows.ts';
import { eventName, type ListForm, reasonName } from './list-form.ts';
import { type Columns, type FileRow, isOfList, readColumns, readRows, withReason } from './read-rows.ts';

/** A row of a list that failed, as the API lists it. */
export interface FailedRow {
  readonly row: number;
  /** The id of its event; absent if the row could not be read. */
  readonly id?: string;
  readonly reason?: string;
  readonly diagnostics: readonly Pick<Diagnostic, 'severity' | 'code' | 'message' | 'hint'>[];
}

/** A page of failed rows; `next`: the cursor of the next page. */
export interface FailedPage {
  readonly events: readonly FailedRow[];
  readonly next?: number;
}

/** The parts of an event that show why it failed. */
export interface FailedEvent extends Pick<FailedRow, 'reason' | 'diagnostics'> {
  readonly status: string;
  readonly calls: readonly { readonly status: string; readonly reason?: string }[];
}

/** The response of the API to imported rows. */
export interface TakenRows {
  readonly taken: number;
  /** Rows whose events are planned again, because they had delivered nothing, or not everything. */
  readonly again: readonly number[];
  /** The number of other rows whose events are known. */
  readonly duplicates: number;
  /** Those of them whose events came from elsewhere. `isOwn`: from an earlier import of the same list. */
  readonly known: readonly (KnownRow & { readonly isOwn?: true })[];
  readonly unreadable: readonly { readonly row: number; readonly reason: string }[];
}

/** Adds up the responses for the rows of a list, in its order. */
export function sumOfTaken(): { add(more: TakenRows): void; done(): number; sum(): TakenRows } {
  let taken = 0;
  let duplicates = 0;
  const again: number[] = [];
  const known: TakenRows['known'][number][] = [];
  const unreadable: TakenRows['unreadable'][number][] = [];
  return {
    add(more) {
      taken += more.taken;
      duplicates += more.duplicates;
      again.push(...more.again);
      known.push(...more.known);
      unreadable.push(...more.unreadable);
    },
    done: () => taken + again.length + duplicates + unreadable.length,
    sum: () => ({ taken, again, duplicates, known, unreadable }),
  };
}

/** The rows of a list that did not become events of its import, and need a person; each in the order of the list. */
export interface LeftRows {
  /** Rows whose events from elsewhere have failed. */
  readonly failed: JudgedRows['failed'];
  readonly unreadable: TakenRows['unreadable'];
}

/** Requests of failed rows and their events. */
export interface AskingFailed {
  /** The events of the import that failed, or were skipped without a customer number. */
  page(status: 'failed' | 'skipped', after: number): Promise<FailedPage>;
  event(id: string): Promise<FailedEvent>;
}

/** The code of rows that are skipped because the customer number is unknown. */
export const withoutNumber: Diagnostic['code'] = 'mapping/not-linked';

/** Yields all rows that a person must correct, in the order of the list. */
export function allFailed(ask: AskingFailed, { failed, unreadable }: LeftRows): AsyncGenerator<FailedRow> {
  return inOrder([
    allPages(after => ask.page('failed', after)),
    allPages(after => ask.page('skipped', after)),
    failedElsewhere(ask, failed),
    each(unreadable.map(({ row, reason }) => ({ row, reason, diagnostics: [] }))),
  ]);
}

/** Returns the rows that were skipped because newer events have set everything. */
export async function skippedForNewer(
  ask: (query: { readonly status: 'skipped'; readonly code: string }, after: number) => Promise<FailedPage>,
): Promise<readonly EventOfRow[]> {
  const query = { status: 'skipped', code: 'delivery/superseded' satisfies Diagnostic['code'] } as const;
  const found: EventOfRow[] = [];
  for await (const { row, id } of allPages(after => ask(query, after))) if (id) found.push({ row, id });
  return found;
}

/** A page of rows with another name than their customer. */
export interface NamesPage {
  readonly rows: readonly NamedRow[];
  readonly next?: number;
}

/** Returns the delivered rows of an import that have each other's customer number. */
export async function crossedRows(
  ask: (after: number) => Promise<NamesPage>,
): Promise<readonly CrossedRows[]> {
  const crossed = createCrossedRows();
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { rows, next }: NamesPage = await ask(after);
    for (const each of rows) crossed.add(each);
    after = next;
  }
  return crossed.found();
}

/** Yields the rows of all pages. */
export async function* allPages(ask: (after: number) => Promise<FailedPage>): AsyncGenerator<FailedRow> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: FailedPage = await ask(after);
    yield* page.events;
    after = page.next;
  }
}

async function* failedElsewhere(ask: AskingFailed, failed: LeftRows['failed']): AsyncGenerator<FailedRow> {
  for (const { row, id } of failed) {
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
 * Yields the text of a file with the failed rows: a header if it is CSV, then each row unchanged, with its reason.
 * Yields nothing without failed rows. `failed` is in the order of the list.
 */
export async function* failedRows(list: ListForm, failed: AsyncGenerator<FailedRow>): AsyncGenerator<string> {
  let next = await failed.next();
  if (next.done) return;
  const columns = list.kind === 'csv' ? await readColumns(list) : undefined;
  // The byte order mark tells spreadsheet programs that the file is UTF-8.
  if (columns)
    yield `\ufeff${csvLine([...dataCells(columns.names, columns), reasonName, eventName], list.separator)}\r\n`;
  for await (const row of readRows(list)) {
    if ('fault' in row) continue;
    while (!next.done && next.value.row < row.row) next = await failed.next();
    if (next.done) break;
    if (next.value.row === row.row) yield failedLine(row, next.value, list, columns);
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
