import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type NewerValue, newerValues, setsNewer } from '../../../deliver/drop-superseded.ts';
import { mappingInput } from '../../../deliver/planning/mapping-input.ts';
import type { Amendment } from '../../../inbox/amendment.ts';
import type { Actor, AuditEntry } from '../../../inbox/audit.ts';
import type { EventSummary, EventView, PersonAbout, PlannableEvent, Status } from '../../../inbox/event.ts';
import type { EventFilter, EventPage, ReplayPreview } from '../../../inbox/event-filter.ts';
import { redactContents } from '../../../receive/redaction/redact-contents.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf, actorSchema } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { sequenceCursor } from '../cursor.ts';
import { filterKeys, filterOf } from '../event-filter-keys.ts';
import { personInPayload } from '../person-in-payload.ts';

const listQuery = z.strictObject({
  ...filterKeys,
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('1 to 200; default 50'),
  cursor: sequenceCursor,
});

const replayKeys = {
  force: z
    .boolean()
    .default(false)
    .describe(
      '`true`: send all of it, also what a newer event of the same person has set since; default `false`',
    ),
  again: z
    .boolean()
    .default(false)
    .describe(
      '`true`: send updates that are delivered again, of each what no newer event has set since, and never a booking; default `false`',
    ),
  preview: z
    .boolean()
    .default(false)
    .describe('`true`: only say what would be planned again; default `false`'),
};
const replayBody = actorSchema.extend(replayKeys);
const countLimit = z
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe('With `preview`: count at most so many; `more` says then that there are more');
const bulkReplayBody = z.strictObject({
  ...filterKeys,
  ...actorKeys,
  ...replayKeys,
  limit: countLimit,
});
const bulkDiscardBody = z.strictObject({
  ...filterKeys,
  ...actorKeys,
  preview: z.boolean().default(false).describe('`true`: only say what would be discarded; default `false`'),
  limit: countLimit,
});

/** The same in a body: the words of a search are values of customers, and an address is kept in logs and histories. */
const searchBody = z.strictObject({
  ...filterKeys,
  limit: z.number().int().min(1).max(200).default(50).describe('1 to 200; default 50'),
  cursor: sequenceCursor,
});

/** Events: to list, to look at, to replay and to discard. */
export function eventRoutes(parts: ApiParts): readonly ApiRoute[] {
  const { store, bridge, log } = parts;
  return [
    ...readingRoutes(parts),
    apiRoute({
      method: 'POST',
      url: '/events/replay',
      body: bulkReplayBody,
      async answer({ body, request }) {
        const { force, again, preview, limit: most, who, reason, ...given } = body;
        const filter = filterOf(given);
        if (Object.keys(filter).length === 0) return noFilterAnswer;
        if (preview) return ok({ preview: await store.previewReplay(filter, setsNewer, { again, most }) });
        const actor = actorOf({ who, reason }, request, parts);
        const before = mayBeDone(filter)
          ? await store.previewReplay(filter, undefined, { again })
          : undefined;
        const replayed = await store.replay(filter, { force, ...(again && { again }) }, actor);
        if (replayed > 0)
          log.info({ who: actor.who, force, replayed, ...knownFilter(filter, parts) }, 'events replayed');
        bridge.wake();
        return ok(replayedAnswer(replayed, before));
      },
    }),
    apiRoute({
      method: 'POST',
      url: '/events/:id/replay',
      body: replayBody,
      async answer({ id, body, request }) {
        if (!(await store.event(id))) return eventNotFound(id);
        const { force, again } = body;
        if (body.preview) return ok({ preview: await previewOne(id, again, parts) });
        const actor = actorOf(body, request, parts);
        const before = await store.previewReplay({ id }, undefined, { again });
        const replayed = await store.replay({ id }, { force, ...(again && { again }) }, actor);
        if (replayed > 0) log.info({ event: id, who: actor.who, force, replayed }, 'event replayed');
        bridge.wake();
        return ok(replayedAnswer(replayed, before));
      },
    }),
    apiRoute({
      method: 'POST',
      url: '/events/discard',
      body: bulkDiscardBody,
      answer: ({ body, request }) => discardMany(body, request, parts),
    }),
    apiRoute({
      method: 'POST',
      url: '/events/:id/discard',
      body: actorSchema,
      async answer({ id, body, request }) {
        if (!(await store.event(id))) return eventNotFound(id);
        const actor = actorOf(body, request, parts);
        const discarded = await store.discard(id, actor);
        if (discarded) log.info({ event: id, who: actor.who }, 'event discarded');
        bridge.wake();
        return ok({ discarded });
      },
    }),
  ];
}

function readingRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({ method: 'GET', url: '/events', query: listQuery, answer: ({ query }) => list(query, parts) }),
    apiRoute({
      method: 'POST',
      url: '/events/search',
      body: searchBody,
      answer: ({ body }) => list(body, parts),
    }),
    apiRoute({ method: 'GET', url: '/events/:id', answer: ({ id }) => show(id, parts) }),
    apiRoute({ method: 'GET', url: '/events/:id/contents', answer: ({ id }) => contentsOf(id, parts) }),
    apiRoute({
      method: 'POST',
      url: '/events/:id/values',
      body: actorSchema,
      answer: ({ id, body, request }) => showValues(id, actorOf(body, request, parts), parts),
    }),
  ];
}

/** What the replay of one event would do, and which newer values it would overwrite with `force`. */
async function previewOne(
  id: string,
  again: boolean,
  { store }: ApiParts,
): Promise<ReplayPreview & { overwrites?: readonly NewerValue[] }> {
  const overwrites: NewerValue[] = [];
  // No call counts as one that overwrites, so that every call of the event is looked at.
  const collect: typeof setsNewer = (call, newer) => {
    overwrites.push(...newerValues(call, newer));
    return false;
  };
  const preview = await store.previewReplay({ id }, collect, { again });
  return overwrites.length === 0 ? preview : { ...preview, newer: 1, overwrites };
}

async function discardMany(
  { preview, limit, who, reason, ...given }: z.infer<typeof bulkDiscardBody>,
  request: FastifyRequest,
  parts: ApiParts,
): Promise<Answer> {
  const { store, bridge, log } = parts;
  const filter = filterOf(given);
  if (Object.keys(filter).length === 0) return noFilterAnswer;
  if (preview) return ok({ preview: await store.previewDiscard(filter, limit) });
  const actor = actorOf({ who, reason }, request, parts);
  const discarded = await store.discardAll(filter, actor);
  if (discarded > 0)
    log.info({ ...knownFilter(filter, parts), who: actor.who, discarded }, 'events discarded');
  bridge.wake();
  return ok({ discarded });
}

/** Says why nothing is sent though an event is planned again. */
function replayedAnswer(replayed: number, before: ReplayPreview | undefined) {
  const { nothingLeft = 0 } = before ?? {};
  if (nothingLeft === 0) return { replayed };
  return {
    replayed,
    nothingLeft,
    hint: 'A replay does not send delivered calls again. With `again` it sends delivered updates once more, but never a booking.',
  };
}

/** Whether events that fit may have nothing left to send: of one that needs a person something is left. */
function mayBeDone({ status }: EventFilter): boolean {
  return status === undefined || status === 'delivered' || status === 'uncertain';
}

/** Of a filter, what holds no value: not its text, and of sources those that there are. */
function knownFilter({ status, source }: EventFilter, { config }: ApiParts) {
  const isKnown = source !== undefined && config.sources.has(source);
  return { ...(status !== undefined && { status }), ...(isKnown && { source }) };
}

/** The answer for an event that is not there (any more). */
export function eventNotFound(id: string): Answer {
  return problem(
    404,
    `there is no event ${JSON.stringify(id.slice(0, 60))}`,
    'It may have been deleted after its time (retention).',
  );
}

const noFilterAnswer = problem(
  400,
  'a filter is missing: give status, needs, source, q, since, until, mapping, destination, code, action or person',
  'Replaying or discarding everything at once is never done by leaving the filter out.',
);

async function list(
  { limit, cursor, ...given }: z.infer<typeof listQuery>,
  parts: ApiParts,
): Promise<Answer> {
  const filter = { ...filterOf(given), limit, ...(cursor !== undefined && { cursor }) };
  const page = await parts.store.events(filter);
  return ok({ ...page, events: await withPeople(page.events, parts) } satisfies EventPage);
}

/** Of so many events of a page the payload is read, where no call says whom they are about. */
const mostRead = 25;
const mostReadBytes = 64 * 1024;

/** Says of events that need a person whom they are about, also where no call could be made. */
async function withPeople(
  events: readonly EventSummary[],
  parts: ApiParts,
): Promise<readonly EventSummary[]> {
  // A payload with which the program ended is left alone: a list must not end it again.
  const unclear = events.filter(
    ({ about, status, code }) =>
      !about && personNeeded.includes(status) && code !== 'mapping/ended-the-program',
  );
  const people = new Map<string, PersonAbout | undefined>();
  for (const { id } of unclear.slice(0, mostRead)) {
    const contents = await parts.store.contents(id);
    if (!contents || contents.body.length > mostReadBytes) continue;
    people.set(id, personInPayload(shownOf(contents, parts).payload));
  }
  return events.map(each => {
    const about = each.about ?? people.get(each.id);
    return about ? { ...each, about } : each;
  });
}

const personNeeded: readonly Status[] = ['failed', 'held', 'uncertain'];

/** An event as `/api/events/<id>` shows it, with its payload, where that is there, and what people did to it. */
export interface ShownEvent extends EventView {
  /** As it was received. */
  readonly payload?: unknown;
  /** The same with the corrections, where there are any. */
  readonly corrected?: unknown;
  readonly amendments?: readonly Amendment[];
  readonly audit: readonly AuditEntry[];
}

/** So many of the last entries of the audit are shown with an event. */
const shownEntries = 50;

async function show(id: string, parts: ApiParts): Promise<Answer> {
  const { store } = parts;
  const event = await store.event(id);
  if (!event) return eventNotFound(id);
  const { entries: audit } = await store.audit({ event: id, limit: shownEntries });
  const contents = await store.contents(id);
  return ok({
    ...event,
    ...(contents && (await payloadsOf(contents, parts))),
    audit,
  } satisfies ShownEvent);
}

async function payloadsOf(
  contents: PlannableEvent,
  parts: ApiParts,
): Promise<Pick<ShownEvent, 'payload' | 'corrected' | 'amendments'>> {
  const { corrections, ...received } = contents;
  const { payload } = shownOf(received, parts);
  if (!corrections) return { payload };
  const amendments = await parts.store.amendments(contents.id);
  return { payload, corrected: shownOf(contents, parts).payload, amendments };
}

/** The same with every value, and the audit trail says who saw them. */
async function showValues(id: string, actor: Actor, parts: ApiParts): Promise<Answer> {
  if (!(await parts.store.event(id))) return eventNotFound(id);
  await parts.store.record({ ...actor, what: 'show-values', event: id });
  return show(id, parts);
}

/** What the expressions of a mapping see of an event, but for the answers, which are a part of its payload. */
async function contentsOf(id: string, parts: ApiParts): Promise<Answer> {
  const contents = await parts.store.contents(id);
  return contents ? ok(shownOf(contents, parts)) : eventNotFound(id);
}

function shownOf(contents: PlannableEvent, { config }: ApiParts) {
  const source = config.sources.get(contents.source);
  const { event, ...input } = mappingInput(contents, source);
  return { ...redactContents(source, input), event };
}
