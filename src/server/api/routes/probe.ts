import * as z from 'zod';
import { statusReport } from '../../../booking/catalog/status-report.ts';
import type { Actor } from '../../../inbox/audit.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { noDestination } from './destinations.ts';

const bodySchema = z.strictObject({
  ...actorKeys,
  customer: customerId.optional().describe('The number of a customer that exists'),
});

/**
 * The route that learns a destination's customer statuses, by sending one that no account has, which is refused.
 * The result is used at once: every mapping is checked again.
 */
export function probeRoutes(parts: ApiParts): readonly ApiRoute[] {
  const probing = new Set<string>();
  return [
    apiRoute({
      key: 'POST /destinations/:id/statuses/probe',
      body: bodySchema,
      async answer({ id: name, body, request }) {
        if (probing.has(name)) return busyAnswer;
        probing.add(name);
        try {
          return await probe(name, actorOf(body, request, parts), body.customer, parts);
        } finally {
          probing.delete(name);
        }
      },
    }),
  ];
}

const busyAnswer = problem(
  429,
  'this destination is being probed already',
  'Look at its statuses in a moment.',
  {
    'retry-after': '5',
  },
);

async function probe(
  name: string,
  actor: Actor,
  customer: string | undefined,
  parts: ApiParts,
): Promise<Answer> {
  const { bridge, config, store, newId, log } = parts;
  const destination = config.destinations.get(name);
  if (!destination) return noDestination(name, parts);
  const tried = { name: `fieldbridge-probe-${newId()}`, customer };
  const answer = await bridge.probeStatuses(name, tried);
  if (!answer) return noDestination(name, parts);
  if (answer.kind === 'not-open')
    return problem(409, `nothing was tried, since ${name} is not open`, answer.reason);
  await store.record({ ...actor, what: 'probe-statuses', about: name });
  log.info({ destination: name, who: actor.who }, 'customer statuses probed');
  return ok(statusReport(destination, bridge.catalog(name), answer.probe));
}
