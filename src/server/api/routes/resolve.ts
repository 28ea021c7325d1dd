import * as z from 'zod';
import type { Actor } from '../../../inbox/audit.ts';
import type { Resolution, ResolveAnswer } from '../../../inbox/decide/resolve.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { eventNotFound } from './events-read.ts';

const bodySchema = z.strictObject({
  ...actorKeys,
  outcome: z
    .enum(['booked', 'not-booked', 'give-up'])
    .describe('`booked`; `not-booked`: it is sent again; `give-up`: it is never sent. Required'),
  reason: z
    .string('must say why')
    .trim()
    .min(1, 'must say why')
    .max(1000)
    .describe('The reason, for the audit log: at most 1,000 characters. Needed'),
  customerId: customerId.optional().describe('With `booked`: the customer number that the booking got'),
  call: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('The number of the call, counted from 0, if several are uncertain'),
});

type ResolveBody = z.infer<typeof bodySchema>;

/**
 * The routes for the decision about a booking whose response was lost: it was booked, it was not booked, or nobody can
 * find out.
 */
export function resolveRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /events/:id/resolve',
      body: bodySchema,
      answer: ({ id, body, request }) => resolve(id, body, actorOf(body, request, parts), parts),
    }),
  ];
}

async function resolve(id: string, asked: ResolveBody, actor: Actor, parts: ApiParts): Promise<Answer> {
  const { store, bridge, log } = parts;
  if (asked.customerId !== undefined && asked.outcome !== 'booked') {
    return problem(400, `customerId goes with "booked" only, not with "${asked.outcome}"`);
  }
  const what = { id, ...(asked.call !== undefined && { call: asked.call }) };
  const answer = await store.resolve(what, resolutionOf(asked), actor);
  if (answer.kind === 'no-event') return eventNotFound(id);
  if (answer.kind !== 'resolved') return refusalAnswer(answer);
  log.info({ event: id, who: actor.who, resolution: asked.outcome }, 'event resolved');
  bridge.wake();
  return ok((await store.event(id)) ?? {});
}

function resolutionOf({ outcome, customerId: number }: ResolveBody): Resolution {
  if (outcome !== 'booked') return { outcome };
  return { outcome, ...(number !== undefined && { customerId: number }) };
}

function refusalAnswer(answer: Exclude<ResolveAnswer, { kind: 'resolved' | 'no-event' }>): Answer {
  switch (answer.kind) {
    case 'not-uncertain':
      return problem(
        409,
        'nothing about it is uncertain',
        'Look at the event; somebody may have resolved it.',
      );
    case 'which': {
      const calls = answer.calls.map(each => `${each.call} (${each.mapping} at ${each.destination})`);
      return problem(
        409,
        'which of its calls is meant?',
        `Uncertain are: ${calls.join(', ')}. Say which as "call".`,
      );
    }
    case 'elsewhere':
      return problem(
        409,
        `this booking was sent for event ${answer.eventId}`,
        'Resolve that event; this one follows it. To leave this one, resolve it with "give-up".',
      );
    case 'under-way':
      return problem(409, 'this booking is being sent right now', 'Look again in a minute.');
    case 'other-customer':
      return problem(
        409,
        `the call names another customer, ${answer.customerId}`,
        'Leave customerId out, or look up whose appointment it is.',
      );
    case 'other-link':
      return problem(
        409,
        `the person is linked to another customer, ${answer.customerId}`,
        'Look up whose appointment it is, and say that number or none. A link that is wrong is changed by `fieldbridge links import --replace`.',
      );
  }
}
