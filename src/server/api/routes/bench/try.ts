import * as z from 'zod';
import type { TextTrying } from '../../../../deliver/planning/try-text.ts';
import { withoutAbsent } from '../../../../diagnostics/without-absent.ts';
import type { PlannableEvent } from '../../../../inbox/event.ts';
import { readPayload } from '../../../../receive/bodies/body.ts';
import { type Answer, ok } from '../../../http/answer.ts';
import { actorKeys, actorOf } from '../../actor.ts';
import { type ApiInput, type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { createShownNotes } from '../../shown-notes.ts';
import { eventNotFound } from '../events-read.ts';
import { createTextLimit, parseText, textKeys, turnsOf } from './text.ts';

/** The number of earlier events that are also tried. */
const earlierEvents = 5;

const bodySchema = z.strictObject({
  ...actorKeys,
  ...textKeys,
  eventId: z.string().max(100).optional().describe('A stored event to try it on'),
  payload: z.unknown().optional().describe('Instead of `eventId`: the payload of one event'),
  linked: z.coerce.string().max(100).optional().describe('The customer number to use for the link'),
  shown: z
    .boolean()
    .optional()
    .describe(
      '`true`: the values are shown to a person, and the audit log records for each event who saw them',
    ),
});

type Body = z.infer<typeof bodySchema>;

/** The routes that try the text of a mapping while a person writes it. Nothing is sent and nothing is saved. */
export function tryRoutes(parts: ApiParts): readonly ApiRoute[] {
  const limit = createTextLimit();
  const noteShown = createShownNotes(parts);
  return [
    apiRoute({
      key: 'POST /bench/try',
      body: bodySchema,
      answer: asked => limit(() => answerTry(asked, parts, noteShown)),
    }),
  ];
}

async function answerTry(
  { body, request }: ApiInput<unknown, Body>,
  parts: ApiParts,
  noteShown: ReturnType<typeof createShownNotes>,
): Promise<Answer> {
  const { config, bridge, store } = parts;
  const contents = body.eventId === undefined ? undefined : await store.contents(body.eventId);
  if (body.eventId !== undefined && !contents) return eventNotFound(body.eventId);
  const parsed = await parseText(body, parts);
  const source = contents?.source ?? (parsed.mapping ?? parsed.readable)?.source;
  const earlier = source === undefined ? [] : await eventsBefore(source, body.eventId, parts);
  if (body.shown) {
    const seen = [...(contents ? [contents] : []), ...earlier].map(({ id }) => id);
    const actor = actorOf(withoutAbsent({ who: body.who, reason: body.reason }), request, parts);
    for (const event of seen) await noteShown(event, actor);
  }
  // Loaded at the first request: an idle bridge does not need it.
  const { tryText } = await import('../../../../deliver/planning/try-text.ts');
  const trial = await tryText(parsed, {
    config,
    planning: bridge.planning(),
    event: eventOf(body, contents),
    linked: body.linked,
    earlier,
    goOn: turnsOf(request),
  });
  return ok(trial);
}

function eventOf({ payload }: Body, contents: PlannableEvent | undefined): TextTrying['event'] {
  if (contents) {
    const { headers, query } = contents;
    return { payload: readPayload(contents), headers, query, stored: contents };
  }
  return payload === undefined ? undefined : { payload };
}

async function eventsBefore(
  source: string,
  eventId: string | undefined,
  { store }: Pick<ApiParts, 'store'>,
): Promise<readonly PlannableEvent[]> {
  const { events } = await store.events({ source, limit: earlierEvents + 1 });
  const ids = events.map(({ id }) => id).filter(id => id !== eventId);
  const found = await Promise.all(ids.slice(0, earlierEvents).map(id => store.contents(id)));
  return found.filter(each => each !== undefined);
}
