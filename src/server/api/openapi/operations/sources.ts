import * as z from 'zod';
import { page } from '../answers/keys.ts';
import { refusalViewSchema, sourceViewSchema, unknownPathSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

const accepted = z.object({ ids: z.array(z.string()), status: z.enum(['queued', 'duplicate']) });

/** Operations on sources and refused webhooks. */
export const sourceOperations = {
  'GET /sources': {
    name: 'listSources',
    does: 'Lists the sources with the time of the last accepted webhook, and refusals since then.',
    answer:
      '`{"sources": […], "next"}`: each with `name`, `preset`, `path`, `url`, `lastAcceptedAt`, `streak` (`count`, `since`, `reason`, `fault`: refusals since the last verified webhook) and `verificationToken`, if the sender sent one',
    schema: page('sources', sourceViewSchema),
  },
  'GET /refusals': {
    name: 'listRefusals',
    does: 'Lists the last refused webhooks, the newest first, and requests to unknown paths that may have been webhooks.',
    answer:
      '`{"refusals": […], "unknownPaths": […], "next"}`; `unknownPaths` is on the first page, if there were any since the start: each with `method`, `path`, `near` (the path of the source that was probably meant), `count`, `firstAt`, `lastAt`, `address`',
    schema: page('refusals', refusalViewSchema).extend({
      unknownPaths: z.array(unknownPathSchema).optional(),
    }),
  },
  'POST /refusals/:id/values': {
    name: 'showRefusalValues',
    does: 'Shows the payload of a refused webhook with one event to a person, and records in the audit log who saw it. The console uses it when a person corrects the values.',
    answer:
      '`{"payload"}`: as the event would have it with the current config; or `{"body"}`, the received text, if it cannot be read as an event',
    otherwise: {
      404: 'there is no such refusal, or no longer',
      409: 'its body was not kept, its source was removed, or it does not have exactly one event',
    },
    schema: z.object({ payload: z.unknown().optional(), body: z.string().optional() }),
  },
  'POST /refusals/:id/accept': {
    name: 'acceptRefusal',
    does: 'Accepts a refused webhook with the current config. With `patch`, its event is corrected before it is planned. With `payload`, a person gives the payload of its one event, if its body cannot be read.',
    answer: '`{"ids": […], "status"}`: the events, `queued` or `duplicate`',
    otherwise: {
      404: 'there is no such refusal, or no longer',
      409: 'its body was not kept, its source was removed, it is still refused, it has `patch` and not exactly one event, or it has `payload` and its body can be read',
    },
    schema: accepted,
  },
} satisfies ApiOperations;
