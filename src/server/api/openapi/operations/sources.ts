import * as z from 'zod';
import { page } from '../answers/keys.ts';
import { refusalViewSchema, sourceViewSchema, unknownPathSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

const accepted = z.object({ ids: z.array(z.string()), status: z.enum(['queued', 'duplicate']) });

/** Operations on sources and refused webhooks. */
export const sourceOperations = {
  'GET /sources': {
    name: 'listSources',
    does: 'Lists the sources, when each was last heard of, and whether its webhooks are refused.',
    answer:
      '`{"sources": […], "next"}`: each with `name`, `preset`, `path`, `url`, `lastAcceptedAt`, `streak` (`count`, `since`, `reason`, `fault`: refusals since the last good webhook) and, where a sender told one, `verificationToken`',
    schema: page('sources', sourceViewSchema),
  },
  'GET /refusals': {
    name: 'listRefusals',
    does: 'Lists the last webhooks that were refused, the newest first, and paths of no source that webhooks may have been meant for.',
    answer:
      '`{"refusals": […], "unknownPaths": […], "next"}`; `unknownPaths` stands on the first page, where there are any since the start: each with `method`, `path`, `near` (the path of the source that was probably meant), `count`, `firstAt`, `lastAt`, `address`',
    schema: page('refusals', refusalViewSchema).extend({
      unknownPaths: z.array(unknownPathSchema).optional(),
    }),
  },
  'POST /refusals/:id/values': {
    name: 'showRefusalValues',
    does: 'Shows the payload of the one event of a refused webhook to a person, and notes in the audit log who saw it. The console asks for it where a person corrects what they accept.',
    answer: '`{"payload"}`: as the event would have it, with the config of today',
    otherwise: {
      404: 'there is no such refusal, or no longer',
      409: 'its body was not kept, its source is gone, it is still refused, or it has not one event',
    },
    schema: z.object({ payload: z.unknown() }),
  },
  'POST /refusals/:id/accept': {
    name: 'acceptRefusal',
    does: 'Takes in a refused webhook after all, with the config of today. With `patch`, its event is corrected before it is planned. With `payload`, a person gives the payload of its one event, if its body cannot be read.',
    answer: '`{"ids": […], "status"}`: the events, `queued` or `duplicate`',
    otherwise: {
      404: 'there is no such refusal, or no longer',
      409: 'its body was not kept, its source is gone, it is still refused, `patch` is given and it has not one event, or `payload` is given and it can be read',
    },
    schema: accepted,
  },
} satisfies ApiOperations;
