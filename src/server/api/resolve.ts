import * as z from 'zod';
import type { Resolution, ResolveAnswer } from '../../inbox/decide/resolve.ts';
import { type Answer, ok, problem } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { customerId } from './customer-id.ts';
import { deedKeys, deedOf } from './deed.ts';
import { noEvent } from './events.ts';
import { idOf } from './id-of.ts';
import { readInput } from './input.ts';

const wishSchema = z.strictObject({
  ...deedKeys,
  outcome: z.enum(['booked', 'not-booked', 'give-up']),
  reason: z.string('must say why').trim().min(1, 'must say why').max(1000),
  customerId: customerId.optional(),
  call: z.number().int().nonnegative().optional(),
});

type Wish = z.infer<typeof wishSchema>;

/** What a person found out about a booking whose answer was lost: it was booked, it was not, or nobody will know. */
export function resolveRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    {
      method: 'POST',
      url: '/events/:id/resolve',
      async answer(request) {
        const input = await readInput(request.raw, parts, wishSchema);
        return input.kind === 'answer' ? input.answer : resolve(idOf(request), input.value, parts);
      },
    },
  ];
}

async function resolve(id: string, wish: Wish, { store, bridge, log }: ApiParts): Promise<Answer> {
  if (wish.customerId !== undefined && wish.outcome !== 'booked') {
    return problem(400, `customerId goes with "booked" only, not with "${wish.outcome}"`);
  }
  const what = { id, ...(wish.call !== undefined && { call: wish.call }) };
  const deed = deedOf(wish);
  const answer = await store.resolve(what, resolutionOf(wish), deed);
  if (answer.kind === 'no-event') return noEvent(id);
  if (answer.kind !== 'resolved') return refusalAnswer(answer);
  log.info({ event: id, who: deed.who, resolution: wish.outcome }, 'event resolved');
  bridge.wake();
  return ok((await store.event(id)) ?? {});
}

function resolutionOf({ outcome, customerId: number }: Wish): Resolution {
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
      return problem(409, 'several of its calls are uncertain', `Say which as "call": ${calls.join(', ')}.`);
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
  }
}
