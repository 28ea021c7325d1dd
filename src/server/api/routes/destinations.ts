import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import type { Actor } from '../../../inbox/audit.ts';
import { isoTime } from '../../../inbox/clock.ts';
import { causeWords } from '../../../inbox/destination-record.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorOf, actorSchema } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { namedQuery, pageOf } from '../named-page.ts';
import { namesWords } from '../names-words.ts';

/** The routes of destinations: their state, their catalog, pausing and resuming them. */
export function destinationRoutes(parts: ApiParts): readonly ApiRoute[] {
  const { bridge } = parts;
  return [
    apiRoute({
      key: 'GET /destinations',
      query: namedQuery,
      answer: async ({ query }) => ok(pageOf('destinations', await bridge.destinations(), query)),
    }),
    apiRoute({
      key: 'GET /destinations/:id/fields',
      answer: ({ id }) =>
        withCatalog(id, parts, catalog => ({
          fields: catalog.fields,
          fetchedAt: isoTime(catalog.fetchedAt),
          usedBy: usedBy(id, bridge),
        })),
    }),
    apiRoute({
      key: 'GET /destinations/:id/statuses',
      answer: ({ id }) =>
        withCatalog(id, parts, catalog => ({
          statuses: catalog.statuses.map(each => ({ ...each, at: isoTime(each.at) })),
          statusesListedAt: catalog.statusesListedAt === null ? null : isoTime(catalog.statusesListedAt),
        })),
    }),
    ...(['pause', 'resume'] as const).map(what =>
      apiRoute({
        key: `POST /destinations/:id/${what}`,
        body: actorSchema,
        answer: ({ id, body, request }) => act(id, what, actorOf(body, request, parts), parts),
      }),
    ),
  ];
}

/** The mappings that fill a field. */
export interface FieldUse {
  readonly keyName: string;
  readonly mappings: readonly string[];
}

/** Returns the mappings that fill each field of a destination, including mappings whose destination is a rule. */
function usedBy(destination: string, bridge: ApiParts['bridge']): readonly FieldUse[] {
  const uses = new Map<string, string[]>();
  for (const mapping of bridge.planning().mappings.folder().mappings) {
    if ('name' in mapping.destination && mapping.destination.name !== destination) continue;
    for (const { key } of mapping.additionalFields) {
      const names = uses.get(key) ?? [];
      if (!names.includes(mapping.name)) uses.set(key, [...names, mapping.name]);
    }
  }
  return [...uses].map(([keyName, mappings]) => ({ keyName, mappings }));
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
  const { state, reason, next } = view;
  return problem(
    503,
    `the live configuration of ${name} is not known yet`,
    reason === undefined
      ? 'It is read as soon as the destination answers.'
      : `The destination is ${state}: ${causeWords({ reason, next })}`,
  );
}

async function act(name: string, what: 'pause' | 'resume', actor: Actor, parts: ApiParts): Promise<Answer> {
  if (!(await parts.bridge[what](name))) return noDestination(name, parts);
  await parts.store.record({ ...actor, what, about: name });
  const view = (await parts.bridge.destinations()).find(each => each.name === name);
  const about = { destination: name, who: actor.who };
  if (what === 'resume') parts.log.info(about, 'destination resumed');
  else parts.log.warn({ ...about, waiting: view?.waiting }, 'destination paused');
  return ok(view ?? {});
}

/** The response for a destination that is not in the config. */
export function noDestination(name: string, { config }: ApiParts): Answer {
  const hint = `The destinations are: ${namesWords(config.destinations.keys())}.`;
  return problem(404, `there is no destination ${JSON.stringify(name)}`, hint);
}
