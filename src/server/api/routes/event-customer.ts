import * as z from 'zod';
import type { Actor } from '../../../inbox/audit.ts';
import { linksWords } from '../../../inbox/decide/links.ts';
import { type Answer, codedProblem, ok } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { eventNotFound } from './events-read.ts';
import { neededNumbers } from './needed-numbers.ts';

const bodySchema = z.strictObject({
  ...actorKeys,
  destination: z.string().min(1).max(100).describe('A destination of `needsNumber` of the event'),
  customerId: customerId.describe('The customer number of the person of the event'),
});

/** The route that stores the customer number for the link of an event, without showing the link. */
export function eventCustomerRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /events/:id/customer',
      body: bodySchema,
      answer: ({ id, body, request }) => setCustomer(id, body, actorOf(body, request, parts), parts),
    }),
  ];
}

async function setCustomer(
  id: string,
  { destination, customerId }: z.infer<typeof bodySchema>,
  actor: Actor,
  parts: ApiParts,
): Promise<Answer> {
  const { store, bridge, config, log } = parts;
  const event = await store.event(id);
  if (!event) return eventNotFound(id);
  const needed = (await neededNumbers(event, parts)).find(each => each.destination === destination);
  const people = config.sources.get(event.source)?.people;
  const link = event.about?.link;
  if (!needed || people === undefined || link === undefined) return notNeededAnswer;
  if (needed.isWrong) {
    await store.putLink({ people, id: link }, destination, customerId);
    await store.replay({ id }, { force: false }, actor);
  } else if ((await store.addLink({ people, id: link }, destination, customerId)) !== undefined)
    return notNeededAnswer;
  await store.record({ ...actor, what: 'add-links', event: id, about: linksWords({ people }, destination) });
  bridge.wake();
  log.info({ links: 1, replaced: needed.isWrong ? 1 : 0 }, 'links imported');
  return ok({ linked: true });
}

const notNeededAnswer = codedProblem(
  'no-number-needed',
  409,
  'no call of this event waits for a customer number there, or has a wrong one from its link',
  'Nothing was changed. Look at the event as it is now.',
);
