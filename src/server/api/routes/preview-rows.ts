import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ComparedNames } from '../../../booking/answers/customer-names.ts';
import { valuesInResponse } from '../../../booking/answers/values-in-response.ts';
import { createChangedColumns } from '../../../check/exchanged/changed-columns.ts';
import { createMovedRows, type PlacedField } from '../../../check/exchanged/moved-rows.ts';
import type { SourceConfig } from '../../../config/config.ts';
import { type CallOfRow, exchangeSigns, type SignOfPair } from '../../../deliver/planning/exchange-signs.ts';
import { previewRow, type RowPreview } from '../../../deliver/planning/preview-row.ts';
import type { Severity } from '../../../diagnostics/severity.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import {
  type AbsentColumn,
  absentColumns,
  type UnreadColumn,
  unreadColumns,
} from '../../../history/unmapped/unread-columns.ts';
import { originalAmong } from '../../../inbox/decide/duplicates.ts';
import type { Status } from '../../../inbox/event.ts';
import type { ChangedColumn } from '../../../lists/changed-columns.ts';
import { createPairs, type PairOfRows } from '../../../lists/exchanged-values.ts';
import type { EarlierVersion } from '../../../lists/known-rows.ts';
import type { ShiftedRows } from '../../../lists/moved-rows.ts';
import { identifiedByContents } from '../../../receive/receive-row.ts';
import type { ApiParts } from '../api-route.ts';
import { namesOfPreview } from './crossed-names.ts';
import { type Outcomes, outcomesOfRows, previewRepeated, type RepeatedRow } from './known-rows.ts';
import { type ReadRow, readListRows } from './list-rows.ts';
import { type ReadingsView, readingsOf } from './row-readings.ts';

/** The expected outcome of a row. */
export interface RowPreviewView
  extends Omit<RowPreview, 'outcome' | 'main' | 'setBy' | 'named' | 'compared'>,
    Partial<ComparedNames> {
  row: number;
  outcome: RowPreview['outcome'] | 'duplicate';
  /** True if its event, or that of the same id, has delivered nothing or not everything: the row is planned again. */
  isAgain?: boolean;
  /** Of a duplicate: its event, and its status; `gone`: it is no longer stored. */
  event?: string;
  known?: Status | 'gone';
  /** Of a duplicate: the event has the same id and other contents. */
  differs?: boolean;
  /** Of a known row: the events that have set other values of its person since. */
  setBy?: readonly string[];
  /** Of a known row that was delivered: an earlier version of its mapping has made its call. */
  earlier?: EarlierVersion;
  code?: string;
  severity?: Severity;
  message?: string;
  path?: string;
}

/** Rows of a list whose outcome is previewed. */
type GivenRows = Parameters<typeof readListRows>[1] & {
  readonly digest?: string | undefined;
};

/** The expected outcomes of rows, in their order, and the columns that rules and rows do not share. */
export interface PreviewedRows extends ReadingsView {
  rows: readonly RowPreviewView[];
  columns: readonly UnreadColumn[];
  absent: readonly AbsentColumn[];
  pairs: readonly PairOfRows[];
  moved: ShiftedRows;
  changed: readonly ChangedColumn[];
}

/** Shows the outcome of rows. Nothing is stored or sent. */
export async function previewRows(
  given: GivenRows,
  source: SourceConfig,
  parts: ApiParts,
): Promise<PreviewedRows> {
  const { read, unreadable } = await readListRows(source, given, parts);
  const ids = read.flatMap(({ request }) => request.items.flatMap(each => each.senderEventId ?? []));
  const known = await parts.store.knownEvents(source.name, ids);
  const found = read.map(each => ({ ...each, ...knownEventOf(each, known) }));
  const outcomes = await outcomesOfRows(found, parts);
  const list = given.digest === undefined ? undefined : await parts.store.importOf(source.name, given.digest);
  const previews: RowPreviewView[] = unreadable.map(({ row, reason }) => unreadableRow(row, reason));
  const compared: ComparedRow[] = [];
  const looking = { ...parts, list: list?.number, compared };
  for (const each of found) {
    previews.push(await rowPreview(each, outcomes, looking));
    // A store in this process responds at once, and a webhook that arrives meanwhile would wait for all rows.
    await nextTurn();
  }
  const rows = previews.toSorted((one, other) => one.row - other.row);
  const readings = await readingsOf(read, source, parts);
  return { rows, ...columnsOf(given, source, parts), ...readings, ...shownTogether(compared) };
}

/** The signs of a call about pairs of rules, and its values beside those that its customer had before. */
interface ComparedRow {
  readonly row: number;
  readonly signs: readonly SignOfPair[];
  readonly fields: readonly PlacedField[];
}

/** Adds up what the rows show. A row with the values of another customer shows nothing about exchanged columns. */
function shownTogether(compared: readonly ComparedRow[]): Pick<PreviewedRows, 'pairs' | 'moved' | 'changed'> {
  const together = createMovedRows();
  const changed = createChangedColumns();
  for (const { row, fields } of compared) {
    together.add(row, fields);
    changed.add(row, fields);
  }
  const moved = together.found();
  const isMoved = new Set(moved.rows.map(({ row }) => row));
  const pairs = createPairs();
  for (const { row, signs } of compared)
    if (!isMoved.has(row)) for (const { pair, sign } of signs) pairs.add(row, pair, sign);
  // If the customer numbers are moved, all columns look moved.
  const columns = changed.found().filter(({ kind }) => kind === 'resized' || moved.rows.length < 2);
  return { pairs: pairs.pairs(), moved, changed: columns };
}

function knownEventOf(
  { request, unchanged }: ReadRow,
  known: Awaited<ReturnType<ApiParts['store']['knownEvents']>>,
): Pick<RepeatedRow, 'differs'> & { readonly event: string | undefined } {
  if (unchanged !== undefined) return { event: unchanged, differs: false };
  const [item] = request.items;
  const original = item && originalAmong(known.get(item.senderEventId ?? '') ?? [], item.contentHash);
  return { event: original?.id, differs: original?.differs === true };
}

/** `list`: the number of the import, if there is one. `compared`: the rows that were compared so far. */
interface Looking extends ApiParts {
  readonly list: number | undefined;
  readonly compared: ComparedRow[];
}

async function rowPreview(
  { event, ...row }: Omit<RepeatedRow, 'event'> & { readonly event: string | undefined },
  outcomes: Outcomes,
  looking: Looking,
): Promise<RowPreviewView> {
  if (event === undefined) return viewOf(row.row, await previewFresh(row, looking), looking);
  const known = await previewRepeated({ ...row, event }, looking.list, outcomes, looking);
  if (known.kind === 'anew') return previewAnew(row, event, looking);
  const setBy = known.setBy.length > 0 && { setBy: known.setBy };
  if (known.kind === 'again')
    return { ...(await viewOf(row.row, known.preview, looking)), isAgain: true, ...setBy };
  const { person, values, compared = [] } = known.preview ?? {};
  await addCompared(row.row, compared, looking, ({ sign }) => sign === 'against');
  return {
    row: row.row,
    outcome: 'duplicate',
    overwrites: 0,
    event,
    known: known.status ?? 'gone',
    ...(row.differs && { differs: true }),
    ...setBy,
    ...withoutAbsent({ person, values, earlier: known.earlier }),
  };
}

function previewFresh({ request }: ReadRow, { bridge, store }: ApiParts): Promise<RowPreview> {
  return previewRow(request, bridge.planning(), store.deliveredIn);
}

/** A row that becomes an event of its own is known by its contents, perhaps from an earlier import. */
async function previewAnew(
  row: Omit<RepeatedRow, 'event'>,
  before: string,
  looking: Looking,
): Promise<RowPreviewView> {
  const { source, items } = identifiedByContents(row.request, row.repeat);
  const key = items[0]?.senderEventId ?? '';
  const [own] = (await looking.store.knownEvents(source, [key])).get(key) ?? [];
  if (!own) return { ...(await viewOf(row.row, await previewFresh(row, looking), looking)), isAgain: true };
  const again = { ...row, event: own.id, differs: false, replaces: before };
  return rowPreview(again, await outcomesOfRows([again], looking), looking);
}

async function viewOf(
  row: number,
  { main, setBy: _, named, compared, ...rest }: RowPreview,
  looking: Looking,
): Promise<RowPreviewView> {
  const why = main && {
    code: main.code,
    severity: main.severity,
    message: main.message,
    ...withoutAbsent({ path: main.path }),
  };
  await addCompared(row, compared, looking, () => true);
  return { row, ...rest, ...why, ...(await namesOfPreview(named, looking)) };
}

/** Compares the calls of a row. A known row is not sent, but shows which values are in their place. */
async function addCompared(
  row: number,
  calls: readonly CallOfRow[],
  { bridge, store, compared: all }: Looking,
  counts: (sign: SignOfPair) => boolean,
): Promise<void> {
  for (const compared of calls) {
    const last = compared.before.findLast(each => each.call.operation === 'updateCustomer');
    const event = last && (await store.event(last.event));
    const { signs, fields } = exchangeSigns(compared, event && valuesInResponse(event), bridge.planning());
    all.push({ row, signs: signs.filter(counts), fields });
  }
}

/** Returns the keys of flat rows that no rule reads, and those that rules read and no row has. */
function columnsOf(
  { rows }: Pick<GivenRows, 'rows'>,
  source: SourceConfig,
  { bridge }: ApiParts,
): { readonly columns: readonly UnreadColumn[]; readonly absent: readonly AbsentColumn[] } {
  // Rows that are split, or that contain lists, have other paths.
  const none = { columns: [], absent: [] };
  if (source.split !== undefined) return none;
  const all = new Set<string>();
  const flat = new Set<string>();
  for (const { body } of rows) {
    const read = readJson(body);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return none;
    for (const [key, value] of Object.entries(read)) {
      all.add(key);
      if (typeof value !== 'object') flat.add(key);
    }
  }
  const own = [...(source.eventId ?? []), source.eventType, source.occurredAt]
    .map(each => each?.source ?? '')
    .join('\n');
  const mappings = bridge.planning().mappings.of(source.name);
  const columns = unreadColumns([...flat], mappings, column => own.includes(column));
  const isNear = ({ name }: AbsentColumn) => columns.some(({ near }) => near?.name === name);
  return { columns, absent: absentColumns([...all], mappings).filter(each => !isNear(each)) };
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function unreadableRow(row: number, reason: string): RowPreviewView {
  return { row, outcome: 'failed', message: `the row cannot be read: ${reason}`, overwrites: 0 };
}
