import * as z from 'zod';
import { mappingInput } from '../../../deliver/planning/mapping-input.ts';
import type { Actor } from '../../../inbox/audit.ts';
import type { RefusalView } from '../../../inbox/refusal.ts';
import { receiveRefused } from '../../../receive/receive.ts';
import { redactContents, redactSecrets } from '../../../receive/redaction/redact-contents.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import type { UnknownPath } from '../../webhooks/unknown-paths.ts';
import { statusOfAdded } from '../../webhooks/webhook-answers.ts';
import { actorOf, actorSchema } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { refusalCursor } from '../cursor.ts';
import { patchSchema, writtenPayloadSchema } from '../patch-schema.ts';
import { notOneEvent, refusedEvent, refusedRequest } from '../refused-event.ts';

const listQuery = z.strictObject({
  source: z.string().max(100).optional().describe('Only this source'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('1 to 200; default 50'),
  cursor: refusalCursor,
});

const acceptBody = actorSchema.extend({
  patch: patchSchema
    .optional()
    .describe('A correction (JSON Merge Patch) of its one event, stored beside the payload, as by `amend`'),
  payload: writtenPayloadSchema.optional(),
});

/** The routes that show refused webhooks, and accept them after all. */
export function refusalRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /refusals',
      query: listQuery,
      async answer({ query: { source, limit, cursor } }) {
        const found = await parts.store.refusals({
          limit: limit + 1,
          ...(source && { source }),
          ...(cursor && { before: cursor }),
        });
        const shown = found.slice(0, limit).map(each => withoutSecrets(each, parts));
        const refusals = await tried(shown, parts);
        const last = refusals.at(-1);
        const unknownPaths = cursor ? [] : unknownPathsOf(source, parts);
        return ok({
          refusals,
          ...(unknownPaths.length > 0 && { unknownPaths }),
          ...(found.length > limit && last && { next: last.id }),
        });
      },
    }),
    apiRoute({
      key: 'POST /refusals/:id/values',
      body: actorSchema,
      answer: ({ id, body, request }) => showValues(id, actorOf(body, request, parts), parts),
    }),
    apiRoute({
      key: 'POST /refusals/:id/accept',
      body: acceptBody,
      answer: ({ id, body, request }) =>
        accept({ id, patch: body.patch, written: body.payload, actor: actorOf(body, request, parts) }, parts),
    }),
  ];
}

/** The number of refused webhooks that are tried, and their maximum bytes: reading them blocks the bridge's thread. */
const mostTried = 20;
const mostTriedBytes = 64 * 1024;

/** Adds the reason to each refused webhook that the present settings of its source would refuse again. */
async function tried(refusals: readonly RefusalView[], parts: ApiParts): Promise<readonly RefusalView[]> {
  const wanted = refusals.filter(each => each.acceptable && !each.acceptedAs && each.bytes <= mostTriedBytes);
  const reasons = new Map<RefusalView, string>();
  for (const refusal of wanted.slice(0, mostTried)) {
    const reason = await whyRefusedAgain(refusal, parts);
    if (reason !== undefined) reasons.set(refusal, reason);
  }
  return refusals.map(each => {
    const refusedAgain = reasons.get(each);
    return refusedAgain === undefined ? each : { ...each, refusedAgain };
  });
}

async function whyRefusedAgain(
  { id, source: name }: RefusalView,
  { config, store, newId }: ApiParts,
): Promise<string | undefined> {
  const source = config.sources.get(name);
  if (!source) return `the source ${name} is not in the config any more`;
  const refusal = await store.refusal(id);
  const received =
    refusal && (await receiveRefused(source, refusal, { newId, bodyLimit: config.server.bodyLimit }));
  return received?.kind === 'refused' ? received.refusal.reason : undefined;
}

/** Returns the unknown paths that are similar to the path of one source. */
function unknownPathsOf(
  source: string | undefined,
  { config, unknownPaths }: ApiParts,
): readonly UnknownPath[] {
  const path = source && config.sources.get(source)?.path;
  return unknownPaths.list().filter(({ near }) => !source || near === path);
}

/** Removes tokens from the body, where some senders put them. */
function withoutSecrets(refusal: RefusalView, { config }: ApiParts): RefusalView {
  if (refusal.body === undefined) return refusal;
  const body = redactSecrets(config.sources.get(refusal.source)?.verify ?? [], refusal.body);
  return { ...refusal, body: String(body) };
}

/** Shows a person the payload of a refused webhook with one event, which they may correct. */
async function showValues(id: string, actor: Actor, parts: ApiParts): Promise<Answer> {
  const asked = await refusedEvent(id, parts);
  if (asked.kind === 'answer') return (await showBody(id, actor, parts)) ?? asked.answer;
  await parts.store.record({ ...actor, what: 'show-values', about: id });
  const { payload } = redactContents(
    parts.config.sources.get(asked.value.source),
    mappingInput(asked.value, parts.config.sources.get(asked.value.source)),
  );
  return ok({ payload });
}

/** Shows the body of a refused webhook that cannot be read as an event, as it was received; undefined if it was not kept. */
async function showBody(id: string, actor: Actor, parts: ApiParts): Promise<Answer | undefined> {
  const refusal = await parts.store.refusal(id);
  const source = refusal && parts.config.sources.get(refusal.source);
  if (!refusal?.body || !source || refusal.acceptedAs) return undefined;
  const { newId, config, store } = parts;
  const received = await receiveRefused(source, refusal, { newId, bodyLimit: config.server.bodyLimit });
  if (received?.kind !== 'refused') return undefined;
  await store.record({ ...actor, what: 'show-values', about: id });
  // A body in another encoding is still readable enough to be written again.
  const text = textOf(refusal.body);
  return ok({ body: String(redactSecrets(source.verify, text)) });
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

interface AcceptRequest {
  readonly id: string;
  readonly actor: Actor;
  readonly patch: unknown;
  /** The payload that a person wrote, if the body cannot be read. */
  readonly written: unknown;
}

async function accept(
  { id, actor, patch, written }: AcceptRequest,
  { config, store, bridge, newId, log }: ApiParts,
): Promise<Answer> {
  const refusal = await store.refusal(id);
  if (!refusal) return unknown(id);
  if (refusal.acceptedAs) return ok({ ids: refusal.acceptedAs, status: 'duplicate' });
  if (patch !== undefined && written !== undefined)
    return problem(400, 'patch and payload exclude each other', 'The payload is written whole.');
  const asked = await refusedRequest(id, { config, store, newId }, written);
  if (asked.kind === 'answer') return asked.answer;
  const { items } = asked.value;
  if (patch !== undefined && items.length !== 1) return problem(409, ...notOneEvent(items.length));
  const added = await store.acceptRefusal(id, asked.value, actor, patch ?? written);
  if (!added) return unknown(id);
  bridge.wake();
  const ids = added.map(each => each.id);
  log.info({ refusal: refusal.id, source: refusal.source, events: ids, who: actor.who }, 'refusal accepted');
  return ok({ ids, status: statusOfAdded(added) });
}

function unknown(id: string): Answer {
  return problem(
    404,
    `there is no refusal ${JSON.stringify(id.slice(0, 60))}`,
    'Only the last ones are kept.',
  );
}
