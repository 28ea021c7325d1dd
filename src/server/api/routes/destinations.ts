import type { FastifyRequest } from 'fastify';
import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import { isoTime } from '../../../inbox/clock.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorOf, actorSchema } from '../actor.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { idOf } from '../id-of.ts';
import { readInput } from '../input.ts';
import { namesWords } from '../names-words.ts';

/** Destinations: their state, their catalog, pausing and resuming them. */
export function destinationRoutes(parts: ApiParts): readonly ApiRoute[] {
  const { bridge } = parts;
  return [
    {
      method: 'GET',
      url: '/destinations',
      answer: async () => ok({ destinations: await bridge.destinations() }),
    },
    {
      method: 'GET',
      url: '/destinations/:id/fields',
      answer: request =>
        withCatalog(idOf(request), parts, catalog => ({
          fields: catalog.fields,
          fetchedAt: isoTime(catalog.fetchedAt),
        })),
    },
    {
      method: 'GET',
      url: '/destinations/:id/statuses',
      answer: request =>
        withCatalog(idOf(request), parts, catalog => ({
          statuses: catalog.statuses.map(each => ({ ...each, at: isoTime(each.at) })),
          statusesListedAt: catalog.statusesListedAt === null ? null : isoTime(catalog.statusesListedAt),
        })),
    },
    {
      method: 'POST',
      url: '/destinations/:id/pause',
      answer: request => act(request, parts, 'pause'),
    },
    {
      method: 'POST',
      url: '/destinations/:id/resume',
      answer: request => act(request, parts, 'resume'),
    },
  ];
}

async function withCatalog(
  name: string,
  parts: ApiParts,
  show: (catalog: CatalogSnapshot) => unknown,
): Promise<Answer> {
  const view = (await parts.bridge.destinations()).find(each => each.name === name);
  if (!view) return noDestination(name, parts);
  const catalog = parts.bridge.catalog(name);
  if (catalog) return ok(show(catalog));
  return problem(
    503,
    `the live configuration of ${name} is not known yet`,
    view.reason === undefined
      ? 'It is read as soon as the destination answers.'
      : `The destination is ${view.state}: ${view.reason}`,
  );
}

async function act(request: FastifyRequest, parts: ApiParts, what: 'pause' | 'resume'): Promise<Answer> {
  const input = await readInput(request.raw, parts, actorSchema);
  if (input.kind === 'answer') return input.answer;
  const name = idOf(request);
  if (!(await parts.bridge[what](name))) return noDestination(name, parts);
  const actor = actorOf(input.value, request, parts);
  await parts.store.record({ ...actor, what, about: name });
  const view = (await parts.bridge.destinations()).find(each => each.name === name);
  const about = { destination: name, who: actor.who };
  if (what === 'resume') parts.log.info(about, 'destination resumed');
  else parts.log.warn({ ...about, waiting: view?.waiting }, 'destination paused');
  return ok(view ?? {});
}

/** The answer for a destination that is not in the config. */
export function noDestination(name: string, { config }: ApiParts): Answer {
  const hint = `The destinations are: ${namesWords(config.destinations.keys())}.`;
  return problem(404, `there is no destination ${JSON.stringify(name)}`, hint);
}
