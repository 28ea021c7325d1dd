import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { SourceConfig } from '../../../config/config.ts';
import { systemTime } from '../../../deliver/time/time.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import type { Actor } from '../../../inbox/audit.ts';
import { allStatuses } from '../../../inbox/event.ts';
import type { ImportProgress } from '../../../inbox/import-record.ts';
import { sumOfTaken, type TakenRows } from '../../../lists/failed-rows.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { namesWords } from '../names-words.ts';
import { namesOfDelivered } from './crossed-names.ts';
import { judgeKnown } from './known-rows.ts';
import { mendedSchema, readListRows, rowsSchema, rowsTogether } from './list-rows.ts';
import { previewRows } from './preview-rows.ts';
import { takeTogether } from './take-rows.ts';

const source = z.string().min(1).max(100).describe('The source whose events the rows become');

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256, hexadecimal')
  .describe('The SHA-256 of the file. The same file for the same source is the same import');

const beginBody = z.strictObject({
  ...actorKeys,
  source,
  file: z.string().min(1).max(200).describe('The name of the file without its folder, for the audit log'),
  digest,
  rows: z.int().min(1).describe('The number of rows in the file'),
});
const rowsBody = z.strictObject({ ...actorKeys, rows: rowsSchema, mended: mendedSchema });
const previewBody = z.strictObject({
  source,
  rows: rowsSchema,
  mended: mendedSchema,
  digest: digest.optional(),
});
const knownBody = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1).describe('The number of the row in the file, from 1'),
        id: z.string().min(1).max(100).describe('Its event, as `known` of the response to the rows has it'),
        differs: z.boolean().default(false).describe('As `known` of that response has it'),
      }),
    )
    .min(1)
    .max(500),
});
const eventsQuery = z.strictObject({
  status: z.enum(allStatuses).default('failed').describe('Only events of this status; default `failed`'),
  code: z.string().min(1).max(100).optional().describe('Only events with this code among their diagnostics'),
  after: z.coerce.number().int().min(0).default(0).describe('Only rows after this one; default 0'),
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('1 to 200; default 100'),
});

const namesQuery = eventsQuery.pick({ after: true, limit: true });

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
      answer: ({ body }) => ofSource(body, previewRows, parts),
    }),
    apiRoute({ key: 'GET /imports/:id', answer: ({ id }) => view(id, parts) }),
    apiRoute({
      key: 'POST /imports/:id/rows',
      body: rowsBody,
      answer: ({ id, body, request }) => takeRows(id, body, actorOf(body, request, parts), parts),
    }),
    apiRoute({
      key: 'POST /imports/:id/known',
      body: knownBody,
      async answer({ id, body }) {
        const found = await parts.store.importRecord(id);
        return found ? ok({ rows: await judgeKnown(body.rows, found.number, parts) }) : unknownImport(id);
      },
    }),
    apiRoute({
      key: 'GET /imports/:id/names',
      query: namesQuery,
      answer: ({ id, query }) => namesOf(id, query, parts),
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
  const all = sumOfTaken();
  // Reads few rows at a time: many rows would outlive V8's young generation, whose collection delays webhooks.
  for (let from = 0; from < given.rows.length; from += rowsTogether) {
    const rows = given.rows.slice(from, from + rowsTogether);
    const { read, unreadable } = await readListRows(source, { ...given, rows }, parts, number);
    const startedAt = systemTime.monotonic();
    all.add({ ...(await takeTogether(read, { number, file }, actor, parts)), unreadable });
    await parts.bridge.giveWayToWebhooks(systemTime.monotonic() - startedAt);
  }
  const taken = all.sum();
  if (taken.again.length > 0) parts.bridge.wake();
  return ok(taken satisfies TakenRows);
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

async function namesOf(
  id: string,
  { after, limit }: z.infer<typeof namesQuery>,
  parts: ApiParts,
): Promise<Answer> {
  if (!(await parts.store.importRecord(id))) return unknownImport(id);
  const found = await parts.store.importedEvents({ id, status: 'delivered', after, limit });
  const rows = [];
  for (const each of found) {
    const names = await namesOfDelivered(each.id, parts);
    if (names.named !== names.knownAs) rows.push({ row: each.row, ...names });
    // A store in this process responds at once, and a webhook that arrives meanwhile would wait for all rows.
    await nextTurn();
  }
  const last = found.at(-1);
  return ok({ rows, ...(found.length === limit && last && { next: last.row }) });
}

function unknownImport(id: string): Answer {
  return problem(
    404,
    `there is no import ${JSON.stringify(id.slice(0, 60))}`,
    'Begin it with POST /api/imports, which answers its id.',
  );
}

/** Answers with what a function finds out about the rows of a source. */
async function ofSource<Given extends { readonly source: string }>(
  given: Given,
  look: (given: Given, source: SourceConfig, parts: ApiParts) => Promise<object>,
  parts: ApiParts,
): Promise<Answer> {
  const found = parts.config.sources.get(given.source);
  return found ? ok(await look(given, found, parts)) : unknownSource(given.source, parts);
}

function unknownSource(name: string, { config }: ApiParts): Answer {
  return problem(
    400,
    `there is no source ${JSON.stringify(name)}`,
    `The sources are: ${namesWords(config.sources.keys())}.`,
  );
}
