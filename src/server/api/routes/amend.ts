import * as z from 'zod';
import type { AmendRequest } from '../../../inbox/decide/operate.ts';
import { type Answer, codedProblem, ok } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { patchSchema } from '../patch-schema.ts';
import { effectOf } from '../replay-effect.ts';
import { eventNotFound } from './events-read.ts';

const bodySchema = z.strictObject({
  ...actorKeys,
  patch: patchSchema,
  seen: z
    .int()
    .min(0)
    .optional()
    .describe(
      'The number of corrections (`amendments`) of the event when you looked at it. If it has others by now, the response is 409',
    ),
  reason: z
    .string('must say why')
    .trim()
    .min(1, 'must say why')
    .max(1000)
    .describe('The reason, for the audit log: at most 1,000 characters. Needed'),
});

/** The routes that correct an event: the correction is stored beside the payload, and the event is planned again. */
export function amendRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /events/:id/amend',
      body: bodySchema,
      answer: ({ id, body, request }) => amend({ id, ...body, actor: actorOf(body, request, parts) }, parts),
    }),
  ];
}

async function amend(
  { id, patch, actor, seen }: Omit<AmendRequest, 'seen'> & { readonly seen?: number | undefined },
  parts: ApiParts,
): Promise<Answer> {
  const { store, bridge, log } = parts;
  const { nothingLeft } = await store.previewReplay({ id }, undefined, { again: true });
  const effect = await effectOf(id, { patch }, parts);
  const amended = await store.amend(id, patch, actor, seen);
  switch (amended) {
    case 'no-such-event':
      return eventNotFound(id);
    case 'being-sent':
      return codedProblem(
        amended,
        409,
        'a call of this event is being sent right now, with the values of before',
        'Nothing was changed. Try again in a minute.',
      );
    case 'taken-apart':
      return codedProblem(
        amended,
        409,
        'this event became several others',
        'Nothing was changed. Correct those events: this one names them.',
      );
    case 'corrected-meanwhile':
      return codedProblem(
        amended,
        409,
        'somebody else has corrected this event since you looked at it',
        'Nothing was changed. Look at the event as it is now, then correct it.',
      );
    case 'amended':
      log.info({ event: id, who: actor.who }, 'event corrected');
      bridge.wake();
      return ok({ amended: true, ...effect, ...(nothingLeft && { nothingLeft, hint: bookedHint }) });
  }
}

const bookedHint =
  'The booking of this event is made, and a booking is never repeated: the correction is kept, and nothing is sent. Correct the customer in the calendar.';
