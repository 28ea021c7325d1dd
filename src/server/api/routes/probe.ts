import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { statusReport } from '../../../booking/catalog/status-report.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { idOf } from '../id-of.ts';
import { readInput } from '../input.ts';
import { noDestination } from './destinations.ts';

const bodySchema = z.strictObject({ ...actorKeys, customer: customerId.optional() });

/**
 * Learns the customer statuses of a destination by being refused one that no account has. What is learned counts at
 * once, so that every mapping is checked again.
 */
export function probeRoutes(parts: ApiParts): readonly ApiRoute[] {
  const probing = new Set<string>();
  return [
    {
      method: 'POST',
      url: '/destinations/:id/statuses/probe',
      async answer(request) {
        const input = await readInput(request.raw, parts, bodySchema);
        if (input.kind === 'answer') return input.answer;
        const name = idOf(request);
        if (probing.has(name)) return busyAnswer;
        probing.add(name);
        try {
          return await probe(request, input.value, parts);
        } finally {
          probing.delete(name);
        }
      },
    },
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
  request: FastifyRequest,
  asked: z.infer<typeof bodySchema>,
  parts: ApiParts,
): Promise<Answer> {
  const name = idOf(request);
  const { bridge, config, store, newId, log } = parts;
  const destination = config.destinations.get(name);
  if (!destination) return noDestination(name, parts);
  const tried = { name: `fieldbridge-probe-${newId()}`, customer: asked.customer };
  const answer = await bridge.probeStatuses(name, tried);
  if (!answer) return noDestination(name, parts);
  if (answer.kind === 'not-open')
    return problem(409, `nothing was tried, since ${name} is not open`, answer.reason);
  const actor = actorOf(asked, request, parts);
  await store.record({ ...actor, what: 'probe-statuses', about: name });
  log.info({ destination: name, who: actor.who }, 'customer statuses probed');
  return ok(statusReport(destination, bridge.catalog(name), answer.probe));
}
