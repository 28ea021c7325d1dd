import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { SourceConfig } from '../../../config/config.ts';
import { previewRow, type RowPreview } from '../../../deliver/planning/preview-row.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import { systemClock } from '../../../inbox/clock.ts';
import { type AcceptedRequest, allStatuses } from '../../../inbox/event.ts';
import type { ImportProgress } from '../../../inbox/import-record.ts';
import { type ReceivedRow, receiveRow } from '../../../receive/receive-row.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { namesWords } from '../names-words.ts';

const source = z.string().min(1).max(100).describe('The source whose events the rows become');
const mended = z
  .boolean()
  .default(false)
  .describe(
    '`true`: the rows were mended after they had failed. Each is known by its contents, whatever `eventId` of the source finds',
  );
const listRow = z.strictObject({
  row: z.int().min(1).describe('The number of the row in the file, from 1'),
  body: z.string().min(1).describe('The row as JSON text: the payload of the event'),
  repeat: z
    .int()
    .min(0)
    .default(0)
    .describe('How many rows before it in the file are equal to it; default 0'),
});
const rows = z
  .array(listRow)
  .min(1)
  .max(500, 'at most 500 rows at once; send the rest in further requests')
  .describe('1 to 500 rows, in the order of the file');

const beginBody = z.strictObject({
  ...actorKeys,
  source,
  file: z.string().min(1).max(200).describe('The name of the file, without its folder; for the audit'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256, hexadecimal')
    .describe('The SHA-256 of the file: the same file of the same source again is the same import'),
  rows: z.int().min(1).describe('How many rows the file has'),
});
const rowsBody = z.strictObject({ rows, mended });
const previewBody = z.strictObject({ source, rows, mended });
const eventsQuery = z.strictObject({
  status: z.enum(allStatuses).default('failed').describe('Only events of this status; default `failed`'),
  after: z.coerce.number().int().min(0).default(0).describe('Only rows behind this one; default 0'),
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('1 to 200; default 100'),
});

/** So many rows are stored together: a webhook that comes meanwhile waits for them. */
const rowsTogether = 64;

/** An import, and how far it came. */
export interface ImportView {
  id: string;
  source: string;
  file: string;
  digest: string;
  rows: number;
  /** ISO 8601. */
  startedAt: string;
  events: ImportProgress['events'];
}

/** What would become of a row. */
export interface RowPreviewView extends Omit<RowPreview, 'outcome' | 'main'> {
  row: number;
  outcome: RowPreview['outcome'] | 'duplicate';
  code?: string;
  message?: string;
}

/** Lists that people bring in: begun, taken in row by row, watched, tried. */
export function importRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      method: 'POST',
      url: '/imports',
      body: beginBody,
      async answer({ body, request }) {
        const { source: name, file, digest, rows } = body;
        if (!parts.config.sources.has(name)) return unknownSource(name, parts);
        const actor = actorOf(body, request, parts);
        const id = parts.newId().replace(/^evt/, 'imp');
        const record = await parts.store.beginImport({ id, source: name, file, digest, rows }, actor);
        parts.log.info({ import: record.id, source: name, rows, who: actor.who }, 'import begun');
        return view(record.id, parts);
      },
    }),
    apiRoute({
      method: 'POST',
      url: '/imports/preview',
      body: previewBody,
      answer: ({ body }) => preview(body, parts),
    }),
    apiRoute({ method: 'GET', url: '/imports/:id', answer: ({ id }) => view(id, parts) }),
    apiRoute({
      method: 'POST',
      url: '/imports/:id/rows',
      body: rowsBody,
      answer: ({ id, body }) => takeRows(id, body, parts),
    }),
    apiRoute({
      method: 'GET',
      url: '/imports/:id/events',
      query: eventsQuery,
      answer: ({ id, query }) => eventsOf(id, query, parts),
    }),
  ];
}

async function view(id: string, { store }: ApiParts): Promise<Answer> {
  const found = await store.importProgress(id);
  if (!found) return unknownImport(id);
  const { record, events } = found;
  const { source, file, digest, rows, at } = record;
  const startedAt = new Date(at).toISOString();
  return ok({ id, source, file, digest, rows, startedAt, events } satisfies ImportView);
}

async function takeRows(
  id: string,
  { rows, mended }: z.infer<typeof rowsBody>,
  parts: ApiParts,
): Promise<Answer> {
  const found = await parts.store.importProgress(id);
  if (!found) return unknownImport(id);
  const { number, source: name } = found.record;
  const source = parts.config.sources.get(name);
  if (!source) return unknownSource(name, parts);
  const read = await readRows(source, { rows, mended }, parts, number);
  if ('status' in read) return read;
  let duplicates = 0;
  for (let from = 0; from < read.length; from += rowsTogether) {
    const added = await Promise.all(
      read.slice(from, from + rowsTogether).map(({ request }) => parts.bridge.accept(request)),
    );
    duplicates += added.flat().filter(({ status }) => status === 'duplicate').length;
    await nextTurn();
  }
  return ok({ taken: rows.length - duplicates, duplicates });
}

interface ReadRow {
  readonly row: number;
  readonly request: AcceptedRequest;
}

async function readRows(
  source: SourceConfig,
  { rows, mended }: z.infer<typeof rowsBody>,
  { newId }: ApiParts,
  number?: number,
): Promise<readonly ReadRow[] | Answer> {
  const read: ReadRow[] = [];
  for (const { row, body, repeat } of rows) {
    const received: ReceivedRow = await receiveRow(
      source,
      { body, repeat, isMended: mended },
      { now: systemClock.now(), newId },
      number === undefined ? undefined : { import: number, row },
    );
    if (received.kind === 'unreadable') {
      const hint = 'No row of this request was taken in. Each `body` must be the JSON text of one value.';
      return problem(400, `row ${row} cannot be read: ${received.reason}`, hint);
    }
    read.push({ row, request: received.request });
    if (read.length % rowsTogether === 0) await nextTurn();
  }
  return read;
}

async function preview(
  { source: name, rows, mended }: z.infer<typeof previewBody>,
  parts: ApiParts,
): Promise<Answer> {
  const source = parts.config.sources.get(name);
  if (!source) return unknownSource(name, parts);
  const read = await readRows(source, { rows, mended }, parts);
  if ('status' in read) return read;
  const ids = read.flatMap(({ request }) => request.items.flatMap(each => each.senderEventId ?? []));
  const known = await parts.store.knownEvents(name, ids);
  const planning = parts.bridge.planning();
  const previews: RowPreviewView[] = [];
  for (const { row, request } of read) {
    const senderEventId = request.items[0]?.senderEventId;
    if (senderEventId !== undefined && known.has(senderEventId)) {
      previews.push({ row, outcome: 'duplicate', overwrites: 0 });
      continue;
    }
    const { main, ...rest } = await previewRow(request, planning, parts.store.deliveredIn);
    previews.push({ row, ...rest, ...(main && { code: main.code, message: main.message }) });
  }
  return ok({ rows: previews });
}

async function eventsOf(
  id: string,
  { status, after, limit }: z.infer<typeof eventsQuery>,
  { store }: ApiParts,
): Promise<Answer> {
  if (!(await store.importProgress(id))) return unknownImport(id);
  const found = await store.importedEvents({ id, status, after, limit });
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
