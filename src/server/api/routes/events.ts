import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type NewerValue, setsNewer } from '../../../deliver/drop-superseded.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import type { Actor } from '../../../inbox/audit.ts';
import type { EventFilter, ReplayPreview } from '../../../inbox/event-filter.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf, actorSchema } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { filterKeys, filterOf } from '../event-filter-keys.ts';
import { countReplay, countReplayOf } from '../replay-counts.ts';
import { effectOf, replayedCalls } from '../replay-effect.ts';
import { eventNotFound, eventReadingRoutes } from './events-read.ts';

const replayKeys = {
  force: z
    .boolean()
    .default(false)
    .describe(
      '`true`: send all values, also those that a newer event of the same person has set since; default `false`',
    ),
  again: z
    .boolean()
    .default(false)
    .describe(
      '`true`: send delivered updates again, except values that a newer event has set since, and never a booking; default `false`',
    ),
  preview: z
    .boolean()
    .default(false)
    .describe('`true`: only show what would be planned again; default `false`'),
};
const replayBody = actorSchema.extend(replayKeys);
const countLimit = z
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe('With `preview`: the highest number to count; `more` shows whether there are more');
const bulkReplayBody = z.strictObject({
  ...filterKeys,
  ids: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(500, 'at most 500 events at once; send the rest in further requests')
    .optional()
    .describe('These events, at most 500, and no filter'),
  ...actorKeys,
  ...replayKeys,
  limit: countLimit,
});
const bulkDiscardBody = z.strictObject({
  ...filterKeys,
  ...actorKeys,
  preview: z.boolean().default(false).describe('`true`: only show what would be discarded; default `false`'),
  limit: countLimit,
});

/** The routes that list, show, replay and discard events. */
export function eventRoutes(parts: ApiParts): readonly ApiRoute[] {
  const { store, bridge, log } = parts;
  return [
    ...eventReadingRoutes(parts),
    apiRoute({
      key: 'POST /events/replay',
      body: bulkReplayBody,
      async answer({ body, request }) {
        const { force, again, preview, limit: most, who, reason, ids, ...given } = body;
        const filter = filterOf(given);
        const isFiltered = Object.keys(filter).length > 0;
        if (ids && isFiltered) return idsAndFilterAnswer;
        if (ids) return replayThese(ids, body, actorOf({ who, reason }, request, parts), parts);
        if (!isFiltered) return noFilterAnswer;
        if (preview) return ok({ preview: await countReplay(filter, { again, most }, parts) });
        const actor = actorOf({ who, reason }, request, parts);
        const before = mayBeDone(filter) ? await countReplay(filter, { again }, parts) : undefined;
        const replayed = await store.replay(filter, { force, ...(again && { again }) }, actor);
        if (replayed > 0)
          log.info({ who: actor.who, force, replayed, ...knownFilter(filter, parts) }, 'events replayed');
        bridge.wake();
        return ok(replayedAnswer(replayed, before));
      },
    }),
    apiRoute({
      key: 'POST /events/:id/replay',
      body: replayBody,
      async answer({ id, body, request }) {
        if (!(await store.event(id))) return eventNotFound(id);
        const { force, again } = body;
        if (body.preview) return ok({ preview: await previewOne(id, again, parts) });
        const actor = actorOf(body, request, parts);
        const before = await store.previewReplay({ id }, undefined, { again });
        const effect = await effectOf(id, { again }, parts);
        const replayed = await store.replay({ id }, { force, ...(again && { again }) }, actor);
        if (replayed > 0) log.info({ event: id, who: actor.who, force, replayed }, 'event replayed');
        bridge.wake();
        return ok({ ...replayedAnswer(replayed, before), ...effect });
      },
    }),
    apiRoute({
      key: 'POST /events/discard',
      body: bulkDiscardBody,
      answer: ({ body, request }) => discardMany(body, request, parts),
    }),
    apiRoute({
      key: 'POST /events/:id/discard',
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

/** Replays events by their ids. */
async function replayThese(
  ids: readonly string[],
  { preview, force, again }: z.infer<typeof bulkReplayBody>,
  actor: Actor,
  parts: ApiParts,
): Promise<Answer> {
  const { store, bridge, log } = parts;
  const all = [...new Set(ids)];
  if (preview) return ok({ preview: await countReplayOf(all, { again }, parts) });
  const before = await countReplayOf(all, { again }, parts);
  let replayed = 0;
  for (const id of all) replayed += await store.replay({ id }, { force, ...(again && { again }) }, actor);
  if (replayed > 0) log.info({ who: actor.who, force, replayed }, 'events replayed');
  bridge.wake();
  return ok(replayedAnswer(replayed, before));
}

/** Returns the effect of a replay of one event, and the newer values that it would overwrite with `force`. */
async function previewOne(
  id: string,
  again: boolean,
  parts: ApiParts,
): Promise<ReplayPreview & { overwrites?: readonly NewerValue[] }> {
  // The stored calls may be about another customer than the calls that are planned now.
  const calls = await replayedCalls(id, again, parts);
  const preview = await parts.store.previewReplay({ id }, calls ? undefined : setsNewer, { again });
  const overwrites = (calls ?? []).flatMap(({ older }) => older);
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

/** Adds the reason if nothing is sent although an event is planned again. */
function replayedAnswer(replayed: number, before: ReplayPreview | undefined) {
  const { nothingLeft = 0, otherCustomer } = before ?? {};
  const effect = { replayed, ...withoutAbsent({ otherCustomer }) };
  if (nothingLeft === 0) return effect;
  return {
    ...effect,
    nothingLeft,
    hint: 'A replay does not send delivered calls again. With `again` it sends delivered updates once more, but never a booking.',
  };
}

/** True if matching events may have nothing left to send; failed and held ones always have. */
function mayBeDone({ status }: EventFilter): boolean {
  return status === undefined || status === 'delivered' || status === 'uncertain';
}

/** Returns the parts of a filter without personal data: no text, and only existing sources. */
function knownFilter({ status, source }: EventFilter, { config }: ApiParts) {
  const isKnown = source !== undefined && config.sources.has(source);
  return { ...(status !== undefined && { status }), ...(isKnown && { source }) };
}

const idsAndFilterAnswer = problem(
  400,
  '`ids` and a filter cannot be combined',
  'Give either the ids of events or a filter.',
);

const noFilterAnswer = problem(
  400,
  'a filter is missing: give ids, or status, needs, source, q, since, until, mapping, destination, code, action or person',
  'Replaying or discarding everything at once is never done by leaving the filter out.',
);
