import * as z from 'zod';
import { setsNewer } from '../../deliver/drop-superseded.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import { type PlannableEvent, statuses } from '../../inbox/event.ts';
import type { EventFilter } from '../../inbox/event-filter.ts';
import { hideContents } from '../../receive/hide-secrets.ts';
import { type Answer, ok, problem } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { deedKeys, deedOf, deedSchema } from './deed.ts';
import { idOf } from './id-of.ts';
import { checkInput, readInput } from './input.ts';

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
const replayWish = deedSchema.extend(replayKeys);
const bulkReplayWish = filterSchema.extend({ ...deedKeys, ...replayKeys });

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
        const input = await readInput(request.raw, parts, bulkReplayWish);
        if (input.kind === 'answer') return input.answer;
        const { force, preview, who, reason, ...wish } = input.value;
        const filter = withoutAbsent(wish);
        if (Object.keys(filter).length === 0) return noFilterAnswer;
        if (preview) return ok({ preview: await store.previewReplay(filter, setsNewer) });
        const deed = deedOf({ who, reason });
        const replayed = await store.replay(filter, { force }, deed);
        log.info(replayedFields(filter, { who: deed.who, force, replayed }, parts), 'events replayed');
        bridge.wake();
        return ok({ replayed });
      },
    },
    {
      method: 'POST',
      url: '/events/:id/replay',
      async answer(request) {
        const input = await readInput(request.raw, parts, replayWish);
        if (input.kind === 'answer') return input.answer;
        const id = idOf(request);
        if (!(await store.event(id))) return noEvent(id);
        if (input.value.preview) return ok({ preview: await store.previewReplay({ id }, setsNewer) });
        const { force } = input.value;
        const deed = deedOf(input.value);
        const replayed = await store.replay({ id }, { force }, deed);
        log.info({ event: id, who: deed.who, force, replayed }, 'event replayed');
        bridge.wake();
        return ok({ replayed });
      },
    },
    {
      method: 'POST',
      url: '/events/:id/discard',
      async answer(request) {
        const input = await readInput(request.raw, parts, deedSchema);
        if (input.kind === 'answer') return input.answer;
        const id = idOf(request);
        if (!(await store.event(id))) return noEvent(id);
        const deed = deedOf(input.value);
        const discarded = await store.discard(id, deed);
        if (discarded) log.info({ event: id, who: deed.who }, 'event discarded');
        bridge.wake();
        return ok({ discarded });
      },
    },
  ];
}

/** Of a filter, what holds no value: not its text, and of sources those that there are. */
function replayedFields(
  { status, source }: EventFilter,
  deed: { readonly who: string; readonly force: boolean; readonly replayed: number },
  { config }: ApiParts,
) {
  const isKnown = source !== undefined && config.sources.has(source);
  return { ...deed, ...(status !== undefined && { status }), ...(isKnown && { source }) };
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
  const { limit, cursor, ...wish } = input.value;
  const filter = { ...withoutAbsent(wish), limit, ...(cursor !== undefined && { cursor }) };
  return ok(await store.events(filter));
}

/** So many of the last deeds are shown with an event. */
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
  return { ...hideContents(source, input), event };
}

/** An empty text in a query counts as left out. */
function withoutAbsent(wish: z.infer<typeof filterSchema>): EventFilter {
  return {
    ...(wish.status !== undefined && { status: wish.status }),
    ...(wish.source && { source: wish.source }),
    ...(wish.q && { q: wish.q }),
  };
}
