import * as z from 'zod';
import { setsNewer } from '../../../deliver/drop-superseded.ts';
import { mappingInput } from '../../../deliver/planning/mapping-input.ts';
import { type PlannableEvent, statuses } from '../../../inbox/event.ts';
import type { EventFilter } from '../../../inbox/event-filter.ts';
import { redactContents } from '../../../receive/redaction/redact-contents.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf, actorSchema } from '../actor.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { idOf } from '../id-of.ts';
import { checkInput, readInput } from '../input.ts';

const filterSchema = z.strictObject({
  status: z.enum(statuses).optional(),
  source: z.string().max(100).optional(),
  q: z.string().max(200).optional(),
});

const listQuery = filterSchema.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});

const replayKeys = { force: z.boolean().default(false), preview: z.boolean().default(false) };
const replayBody = actorSchema.extend(replayKeys);
const bulkReplayBody = filterSchema.extend({ ...actorKeys, ...replayKeys });

/** Events: to list, to look at, to replay and to discard. */
export function eventRoutes(parts: ApiParts): readonly ApiRoute[] {
  const { store, bridge, log } = parts;
  return [
    { method: 'GET', url: '/events', answer: request => list(request.query, parts) },
    { method: 'GET', url: '/events/:id', answer: request => show(idOf(request), parts) },
    { method: 'GET', url: '/events/:id/contents', answer: request => contentsOf(idOf(request), parts) },
    {
      method: 'POST',
      url: '/events/replay',
      async answer(request) {
        const input = await readInput(request.raw, parts, bulkReplayBody);
        if (input.kind === 'answer') return input.answer;
        const { force, preview, who, reason, ...given } = input.value;
        const filter = filterOf(given);
        if (Object.keys(filter).length === 0) return noFilterAnswer;
        if (preview) return ok({ preview: await store.previewReplay(filter, setsNewer) });
        const actor = actorOf({ who, reason }, request, parts);
        const replayed = await store.replay(filter, { force }, actor);
        log.info(replayedFields(filter, { who: actor.who, force, replayed }, parts), 'events replayed');
        bridge.wake();
        return ok({ replayed });
      },
    },
    {
      method: 'POST',
      url: '/events/:id/replay',
      async answer(request) {
        const input = await readInput(request.raw, parts, replayBody);
        if (input.kind === 'answer') return input.answer;
        const id = idOf(request);
        if (!(await store.event(id))) return noEvent(id);
        if (input.value.preview) return ok({ preview: await store.previewReplay({ id }, setsNewer) });
        const { force } = input.value;
        const actor = actorOf(input.value, request, parts);
        const replayed = await store.replay({ id }, { force }, actor);
        log.info({ event: id, who: actor.who, force, replayed }, 'event replayed');
        bridge.wake();
        return ok({ replayed });
      },
    },
    {
      method: 'POST',
      url: '/events/:id/discard',
      async answer(request) {
        const input = await readInput(request.raw, parts, actorSchema);
        if (input.kind === 'answer') return input.answer;
        const id = idOf(request);
        if (!(await store.event(id))) return noEvent(id);
        const actor = actorOf(input.value, request, parts);
        const discarded = await store.discard(id, actor);
        if (discarded) log.info({ event: id, who: actor.who }, 'event discarded');
        bridge.wake();
        return ok({ discarded });
      },
    },
  ];
}

/** Of a filter, what holds no value: not its text, and of sources those that there are. */
function replayedFields(
  { status, source }: EventFilter,
  fields: { readonly who: string; readonly force: boolean; readonly replayed: number },
  { config }: ApiParts,
) {
  const isKnown = source !== undefined && config.sources.has(source);
  return { ...fields, ...(status !== undefined && { status }), ...(isKnown && { source }) };
}

/** The answer for an event that is not there (any more). */
export function noEvent(id: string): Answer {
  return problem(
    404,
    `there is no event ${JSON.stringify(id.slice(0, 60))}`,
    'It may have been deleted after its time (retention).',
  );
}

const noFilterAnswer = problem(
  400,
  'a filter is missing: give status, source or q',
  'Replaying everything at once is never done by leaving the filter out.',
);

async function list(query: unknown, { store }: ApiParts): Promise<Answer> {
  const input = checkInput(listQuery, query);
  if (input.kind === 'answer') return input.answer;
  const { limit, cursor, ...given } = input.value;
  const filter = { ...filterOf(given), limit, ...(cursor !== undefined && { cursor }) };
  return ok(await store.events(filter));
}

/** So many of the last entries of the audit are shown with an event. */
const shownEntries = 50;

async function show(id: string, parts: ApiParts): Promise<Answer> {
  const { store } = parts;
  const event = await store.event(id);
  if (!event) return noEvent(id);
  const { entries: audit } = await store.audit({ event: id, limit: shownEntries });
  const contents = await store.contents(id);
  return ok({ ...event, ...(contents && { payload: shownOf(contents, parts).payload }), audit });
}

/** What the expressions of a mapping see of an event, but for the answers, which are a part of its payload. */
async function contentsOf(id: string, parts: ApiParts): Promise<Answer> {
  const contents = await parts.store.contents(id);
  return contents ? ok(shownOf(contents, parts)) : noEvent(id);
}

function shownOf(contents: PlannableEvent, { config }: ApiParts) {
  const source = config.sources.get(contents.source);
  const { event, ...input } = mappingInput(contents, source);
  return { ...redactContents(source, input), event };
}

/** An empty text in a query counts as left out. */
function filterOf(given: z.infer<typeof filterSchema>): EventFilter {
  return {
    ...(given.status !== undefined && { status: given.status }),
    ...(given.source && { source: given.source }),
    ...(given.q && { q: given.q }),
  };
}
