import { type Signal, signal } from '@preact/signals';
import { batches } from '../../lists/batches.ts';
import type { CrossedRows } from '../../lists/crossed-rows.ts';
import { createSummary, type DryRunSummary } from '../../lists/dry-run-summary.ts';
import type { Encoding } from '../../lists/encoding.ts';
import {
  allFailed,
  crossedRows,
  type FailedEvent,
  type FailedPage,
  failedRows,
  type LeftRows,
  type NamesPage,
  skippedForNewer,
  sumOfTaken,
  type TakenRows,
  withoutNumber,
} from '../../lists/failed-rows.ts';
import { type JudgedRow, type JudgedRows, judgeRows } from '../../lists/known-rows.ts';
import { FaultyList, type ListFault } from '../../lists/list-fault.ts';
import { type FileBytes, failedName, listKindOf } from '../../lists/list-form.ts';
import { type ScannedList, scanList } from '../../lists/scan-list.ts';
import type { ImportView } from '../../server/api/routes/imports.ts';
import { ApiError, apiErrorOf, getWhole, post } from '../api.ts';
import { pause } from './time.tsx';

/** The details of a file that a person entered because the file does not contain them. */
export interface Said {
  readonly encoding?: Encoding;
  readonly separator?: string;
}

/** The reason why a file cannot be imported. */
export type FileFault = ListFault | { readonly fault: 'spreadsheet' | 'unknown kind' | 'unreadable' };

/** The stage of an import. */
export type Stage =
  | { readonly at: 'reading' }
  | { readonly at: 'faulty'; readonly fault: FileFault }
  | { readonly at: 'trying'; readonly list: ScannedList; readonly done: number }
  | { readonly at: 'tried'; readonly list: ScannedList; readonly summary: DryRunSummary }
  | {
      readonly at: 'storing';
      readonly list: ScannedList;
      /** Undefined until the bridge has started the import. */
      readonly id: string | undefined;
      readonly done: number;
      /** True while the bridge does not respond; the import continues when it does. */
      readonly isAway: boolean;
    }
  | { readonly at: 'stored'; readonly list: ScannedList; readonly id: string; readonly taken: TakenRows }
  | { readonly at: 'stopped'; readonly error: ApiError; readonly goOn: () => void };

/** A file that is examined or imported. This continues while a person views other pages of the console. */
export interface ListRun {
  readonly source: string;
  readonly file: File;
  readonly said: Said;
  readonly stage: Signal<Stage>;
}

/** The list of this page; there is one at a time. */
export const listRun = signal<ListRun | undefined>(undefined);

/** An import that was started before the page was loaded: with the same file it continues at once. */
export type BegunList = Pick<ImportView, 'id' | 'digest'>;

/** Reads a file and does a dry run; no row is stored. */
export function chooseFile(source: string, file: File, begun?: BegunList, said: Said = {}): void {
  const run: ListRun = { source, file, said, stage: signal<Stage>({ at: 'reading' }) };
  listRun.value = run;
  void keepingErrors(run, () => look(run, begun));
}

/** Removes the list from this page; stored rows stay. */
export function leaveList(): void {
  listRun.value = undefined;
}

async function look(run: ListRun, begun: BegunList | undefined): Promise<void> {
  const kind = listKindOf(run.file.name);
  if (kind === undefined || kind === 'spreadsheet') {
    run.stage.value = { at: 'faulty', fault: { fault: kind ?? 'unknown kind' } };
    return;
  }
  if (run.file.size === 0) throw new FaultyList({ fault: 'empty' });
  const list = await scanList(bytesOfBlob(run.file), kind, run.said);
  if (begun?.digest === list.digest) await store(run, list);
  else await tryRows(run, list);
}

async function tryRows(run: ListRun, list: ScannedList): Promise<void> {
  const all = createSummary();
  let done = 0;
  for await (const rows of batches(list)) {
    if (listRun.value !== run) return;
    run.stage.value = { at: 'trying', list, done };
    const body = { who: undefined, source: run.source, rows, mended: list.isMended, digest: list.digest };
    const answer = await post<Parameters<typeof all.add>[0]>('imports/preview', body);
    all.add({ ...answer, sent: rows });
    done += rows.length;
  }
  run.stage.value = { at: 'tried', list, summary: all.summary() };
}

/** Imports the rows. The bridge recognises the rows that it already has. */
export function storeList(run: ListRun, list: ScannedList): void {
  void keepingErrors(run, () => store(run, list));
}

async function store(run: ListRun, list: ScannedList): Promise<void> {
  const { source, file } = run;
  const { digest, rows: count, isMended: mended } = list;
  let id: string | undefined;
  const all = sumOfTaken();
  const tell = (bridge: 'here' | 'away') => {
    run.stage.value = { at: 'storing', list, id, done: all.done(), isAway: bridge === 'away' };
  };
  tell('here');
  addEventListener('beforeunload', askFirst);
  try {
    const begin = { source, file: file.name.slice(0, 200), digest, rows: count };
    ({ id } = await patiently(
      () => post<ImportView>('imports', begin),
      () => tell('away'),
    ));
    const path = `imports/${encodeURIComponent(id)}/rows`;
    for await (const rows of batches(list)) {
      tell('here');
      const taken = await patiently(
        () => post<TakenRows>(path, { rows, mended }),
        () => tell('away'),
      );
      all.add(taken);
    }
  } finally {
    removeEventListener('beforeunload', askFirst);
  }
  run.stage.value = { at: 'stored', list, id, taken: all.sum() };
}

/** Asks before the page closes: the rows that are not stored yet exist only in this page. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const askAgainMs = 1_000;

/** Retries while the bridge or its store is not available: confirmed rows are on disk. */
async function patiently<Value>(ask: () => Promise<Value>, away: () => void): Promise<Value> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const { status } = apiErrorOf(error);
      if (![0, 429, 502, 503, 504].includes(status)) throw error;
      away();
      await pause(askAgainMs);
    }
  }
}

async function keepingErrors(run: ListRun, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof FaultyList) run.stage.value = { at: 'faulty', fault: error.fault };
    else if (error instanceof ApiError)
      run.stage.value = { at: 'stopped', error, goOn: () => void keepingErrors(run, work) };
    else {
      run.stage.value = { at: 'faulty', fault: { fault: 'unreadable' } };
      // A browser does not read a file that was changed or moved since it was chosen.
      if (!(error instanceof DOMException)) throw error;
    }
  }
}

/** Returns the failed rows as a file, to be corrected and chosen again. */
export async function failedFile(
  run: ListRun,
  list: ScannedList,
  id: string,
  left: LeftRows,
): Promise<{ readonly name: string; readonly contents: Blob }> {
  const ask = {
    page: (status: 'failed' | 'skipped', after: number) => {
      const code = status === 'skipped' ? `&code=${encodeURIComponent(withoutNumber)}` : '';
      return getWhole<FailedPage>(`${eventsPath(id)}?status=${status}${code}&limit=200&after=${after}`);
    },
    event: (failed: string) => getWhole<FailedEvent>(`events/${encodeURIComponent(failed)}`),
  };
  const pieces: string[] = [];
  for await (const piece of failedRows(list, allFailed(ask, left))) pieces.push(piece);
  return { name: failedName(run.file.name, list), contents: new Blob(pieces) };
}

/** Returns the current outcomes of the known rows of a list, and of those that were skipped for newer events. `skipped`: the number of skipped rows. */
export async function knownRows(id: string, known: TakenRows['known'], skipped: number): Promise<JudgedRows> {
  const path = `imports/${encodeURIComponent(id)}/known`;
  const page = ({ status, code }: { readonly status: string; readonly code: string }, after: number) =>
    getWhole<FailedPage>(
      `${eventsPath(id)}?status=${status}&code=${encodeURIComponent(code)}&limit=200&after=${after}`,
    );
  const superseded = skipped === 0 ? [] : await skippedForNewer(page);
  return judgeRows(known, superseded, async rows => {
    const body = { who: undefined, rows };
    return (await post<{ rows: readonly JudgedRow[] }>(path, body)).rows;
  });
}

/** Returns the delivered rows of a list that have each other's customer number. */
export function crossedRowsOf(id: string, abort: AbortSignal): Promise<readonly CrossedRows[]> {
  const path = `imports/${encodeURIComponent(id)}/names`;
  return crossedRows(after => getWhole<NamesPage>(`${path}?limit=200&after=${after}`, abort));
}

/** Returns true if rows of a list were skipped because their customer number is unknown. */
export async function anyWithoutNumber(id: string, abort: AbortSignal): Promise<boolean> {
  const code = encodeURIComponent(withoutNumber);
  const page = await getWhole<FailedPage>(`${eventsPath(id)}?status=skipped&code=${code}&limit=1`, abort);
  return page.events.length > 0;
}

function eventsPath(id: string): string {
  return `imports/${encodeURIComponent(id)}/events`;
}

const pieceSize = 256 * 1024;

/** The bytes of a file that a person chose. */
function bytesOfBlob(blob: Blob): FileBytes {
  return async function* () {
    for (let from = 0; from < blob.size; from += pieceSize)
      yield new Uint8Array(await blob.slice(from, from + pieceSize).arrayBuffer());
  };
}
