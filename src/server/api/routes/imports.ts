import * as z from 'zod';
import type { SourceConfig } from '../../../config/config.ts';
import { previewRow, type RowPreview } from '../../../deliver/planning/preview-row.ts';
import { systemTime } from '../../../deliver/time/time.ts';
import type { Severity } from '../../../diagnostics/severity.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import {
  type AbsentColumn,
  absentColumns,
  type UnreadColumn,
  unreadColumns,
} from '../../../history/unmapped/unread-columns.ts';
import type { Actor } from '../../../inbox/audit.ts';
import { allStatuses } from '../../../inbox/event.ts';
import type { ImportProgress } from '../../../inbox/import-record.ts';
import type { TakenRows } from '../../../lists/failed-rows.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { namesWords } from '../names-words.ts';
import { mendedSchema, type ReadRow, readListRows, rowsSchema, rowsTogether } from './list-rows.ts';

const source = z.string().min(1).max(100).describe('The source whose events the rows become');

const beginBody = z.strictObject({
  ...actorKeys,
  source,
  file: z.string().min(1).max(200).describe('The name of the file without its folder, for the audit log'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256, hexadecimal')
    .describe('The SHA-256 of the file. The same file for the same source is the same import'),
  rows: z.int().min(1).describe('The number of rows in the file'),
});
const rowsBody = z.strictObject({ ...actorKeys, rows: rowsSchema, mended: mendedSchema });
const previewBody = z.strictObject({ source, rows: rowsSchema, mended: mendedSchema });
const eventsQuery = z.strictObject({
  status: z.enum(allStatuses).default('failed').describe('Only events of this status; default `failed`'),
  code: z.string().min(1).max(100).optional().describe('Only events with this code among their diagnostics'),
  after: z.coerce.number().int().min(0).default(0).describe('Only rows after this one; default 0'),
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('1 to 200; default 100'),
});

/** An import and its progress. */
export interface ImportView {
  id: string;
  source: string;
  file: string;
  digest: string;
  rows: number;
  /** ISO 8601. */
  startedAt: string;
  events: ImportProgress['events'];
  warnings: ImportProgress['warnings'];
}

/** The expected outcome of a row. */
export interface RowPreviewView extends Omit<RowPreview, 'outcome' | 'main'> {
  row: number;
  outcome: RowPreview['outcome'] | 'duplicate';
  code?: string;
  severity?: Severity;
  message?: string;
  path?: string;
}

/** The routes for imports of lists: start, add rows, progress, dry run. */
export function importRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /imports',
      body: beginBody,
      async answer({ body, request }) {
        const { source: name, file, digest, rows } = body;
        if (!parts.config.sources.has(name)) return unknownSource(name, parts);
        const actor = actorOf(body, request, parts);
        const id = parts.newId().replace(/^evt/, 'imp');
        const record = await parts.store.beginImport({ id, source: name, file, digest, rows }, actor);
        const isNew = record.id === id;
        const line = { import: record.id, source: name, rows, who: actor.who };
        parts.log.info(line, isNew ? 'import started' : 'import resumed');
        return view(record.id, parts);
      },
    }),
    apiRoute({
      key: 'POST /imports/preview',
      body: previewBody,
      answer: ({ body }) => preview(body, parts),
    }),
    apiRoute({ key: 'GET /imports/:id', answer: ({ id }) => view(id, parts) }),
    apiRoute({
      key: 'POST /imports/:id/rows',
      body: rowsBody,
      answer: ({ id, body, request }) => takeRows(id, body, actorOf(body, request, parts), parts),
    }),
    apiRoute({
      key: 'GET /imports/:id/events',
      query: eventsQuery,
      answer: ({ id, query }) => eventsOf(id, query, parts),
    }),
  ];
}

async function view(id: string, { store }: ApiParts): Promise<Answer> {
  const found = await store.importProgress(id);
  if (!found) return unknownImport(id);
  const { record, events, warnings } = found;
  const { source, file, digest, rows, at } = record;
  const startedAt = new Date(at).toISOString();
  return ok({ id, source, file, digest, rows, startedAt, events, warnings } satisfies ImportView);
}

async function takeRows(
  id: string,
  given: z.infer<typeof rowsBody>,
  actor: Actor,
  parts: ApiParts,
): Promise<Answer> {
  // Reads only the record: the progress would be counted over all events for each request of a long list.
  const found = await parts.store.importRecord(id);
  if (!found) return unknownImport(id);
  const { number, source: name, file } = found;
  const source = parts.config.sources.get(name);
  if (!source) return unknownSource(name, parts);
  const known: KnownRow[] = [];
  const unreadable: TakenRows['unreadable'][number][] = [];
  let taken = 0;
  // Reads few rows at a time: many rows would outlive V8's young generation, whose collection delays webhooks.
  for (let from = 0; from < given.rows.length; from += rowsTogether) {
    const rows = given.rows.slice(from, from + rowsTogether);
    const some = await readListRows(source, { ...given, rows }, parts, number);
    unreadable.push(...some.unreadable);
    const startedAt = systemTime.monotonic();
    const events = await Promise.all(some.read.map(each => takeRow(each, parts)));
    for (const [at, { id: event, isDuplicate }] of events.entries()) {
      const { row, replaces } = some.read[at] as ReadRow;
      if (isDuplicate) known.push({ row, id: event });
      else taken += 1;
      if (replaces === undefined || replaces === event) continue;
      const why = `row ${row} of ${file} was corrected`;
      await parts.store.replaceFailed({ source: name, id: replaces, by: event }, { ...actor, why });
    }
    await parts.bridge.giveWayToWebhooks(systemTime.monotonic() - startedAt);
  }
  const unchanged = await failedElsewhere(known, number, parts);
  return ok({ taken, duplicates: known.length, unchanged, unreadable } satisfies TakenRows);
}

async function takeRow(
  { request, unchanged }: ReadRow,
  { bridge }: ApiParts,
): Promise<{ readonly id: string; readonly isDuplicate: boolean }> {
  if (unchanged !== undefined) return { id: unchanged, isDuplicate: true };
  const [added] = await bridge.accept(request);
  if (!added) throw new Error('a row became no event');
  return { id: added.id, isDuplicate: added.status === 'duplicate' };
}

/** Returns those of the known rows that failed as rows of other lists, or as webhooks. */
async function failedElsewhere(
  known: readonly KnownRow[],
  number: number,
  { store }: ApiParts,
): Promise<readonly KnownRow[]> {
  if (known.length === 0) return [];
  const outcomes = await store.outcomes(known.map(({ id }) => id));
  return known.filter(({ id }) => {
    const outcome = outcomes.get(id);
    return outcome?.status === 'failed' && outcome.import !== number;
  });
}

/** A row that was imported before, with its event. */
interface KnownRow {
  readonly row: number;
  readonly id: string;
}

async function preview(given: z.infer<typeof previewBody>, parts: ApiParts): Promise<Answer> {
  const { source: name } = given;
  const source = parts.config.sources.get(name);
  if (!source) return unknownSource(name, parts);
  const { read, unreadable } = await readListRows(source, given, parts);
  const ids = read.flatMap(({ request }) => request.items.flatMap(each => each.senderEventId ?? []));
  const known = await parts.store.knownEvents(name, ids);
  const eventOf = ({ request, unchanged }: ReadRow) =>
    unchanged ?? known.get(request.items[0]?.senderEventId ?? '');
  const outcomes = await parts.store.outcomes(read.flatMap(each => eventOf(each) ?? []));
  const planning = parts.bridge.planning();
  const previews: RowPreviewView[] = unreadable.map(({ row, reason }) => unreadableRow(row, reason));
  for (const each of read) {
    const event = eventOf(each);
    if (event === undefined) {
      const { main, ...rest } = await previewRow(each.request, planning, parts.store.deliveredIn);
      const why = main && {
        code: main.code,
        severity: main.severity,
        message: main.message,
        ...withoutAbsent({ path: main.path }),
      };
      previews.push({ row: each.row, ...rest, ...why });
    } else if (outcomes.get(event)?.status === 'failed') {
      const message = `${event} failed, and the row has not changed since`;
      previews.push({ row: each.row, outcome: 'failed', message, overwrites: 0 });
    } else previews.push({ row: each.row, outcome: 'duplicate', overwrites: 0 });
  }
  const rows = previews.toSorted((one, other) => one.row - other.row);
  return ok({ rows, ...columnsOf(given, source, parts) });
}

/** Returns the keys of flat rows that no rule reads, and those that rules read and no row has. */
function columnsOf(
  { rows }: z.infer<typeof previewBody>,
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

async function eventsOf(
  id: string,
  { status, code, after, limit }: z.infer<typeof eventsQuery>,
  { store }: ApiParts,
): Promise<Answer> {
  if (!(await store.importRecord(id))) return unknownImport(id);
  const found = await store.importedEvents({ id, status, after, limit, ...withoutAbsent({ code }) });
  const events = [];
  for (const each of found) {
    const event = await store.event(each.id);
    if (!event) continue;
    const { reason, diagnostics } = event;
    const callReason = event.calls.find(call => call.status === status)?.reason;
    events.push({
      row: each.row,
      id: each.id,
      status: event.status,
      ...withoutAbsent({ reason: reason ?? callReason }),
      diagnostics,
    });
  }
  const last = found.at(-1);
  return ok({ events, ...(found.length === limit && last && { next: last.row }) });
}

function unknownImport(id: string): Answer {
  return problem(
    404,
    `there is no import ${JSON.stringify(id.slice(0, 60))}`,
    'Begin it with POST /api/imports, which answers its id.',
  );
}

function unknownSource(name: string, { config }: ApiParts): Answer {
  return problem(
    400,
    `there is no source ${JSON.stringify(name)}`,
    `The sources are: ${namesWords(config.sources.keys())}.`,
  );
}
