import type { FastifyInstance } from 'fastify';
import { problem, send } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { auditRoutes } from './audit.ts';
import { coverageRoutes } from './coverage.ts';
import { destinationRoutes } from './destinations.ts';
import { diffRoutes } from './diff.ts';
import { createDoor } from './door.ts';
import { eraseRoutes } from './erase.ts';
import { eventRoutes } from './events.ts';
import { linkRoutes } from './links.ts';
import { createLookBack } from './look-back.ts';
import { mappingRoutes } from './mappings.ts';
import { previewRoutes } from './preview.ts';
import { probeRoutes } from './probe.ts';
import { refusalRoutes } from './refusals.ts';
import { resolveRoutes } from './resolve.ts';
import { sourceRoutes } from './sources.ts';
import { testRoutes } from './test-mapping.ts';

/**
 * Adds everything under `/api`, for whoever has the admin's token. Without a token in the config
 * it is off.
 */
export function addApi(app: FastifyInstance, parts: ApiParts): void {
  const { admin } = parts.config;
  const door = admin && createDoor(admin, parts);
  app.addHook('preClose', async () => door?.close());
  app.register(
    async api => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refusal = door ? await door.refusal(request, reply) : offAnswer;
        if (refusal) return send(reply, refusal);
      });
      api.setNotFoundHandler((_request, reply) => send(reply, unknownPathAnswer));
      for (const route of routes(parts)) {
        api.route({
          method: route.method,
          url: route.url,
          handler: async (request, reply) => send(reply, await route.answer(request)),
        });
      }
    },
    { prefix: '/api' },
  );
}

function routes(parts: ApiParts): readonly ApiRoute[] {
  const lookBack = createLookBack(parts.openArchive);
  return [
    ...eventRoutes(parts),
    ...resolveRoutes(parts),
    ...previewRoutes(parts),
    ...diffRoutes(parts, lookBack),
    ...coverageRoutes(parts, lookBack),
    ...destinationRoutes(parts),
    ...probeRoutes(parts),
    ...mappingRoutes(parts),
    ...testRoutes(parts),
    ...refusalRoutes(parts),
    ...linkRoutes(parts),
    ...sourceRoutes(parts),
    ...auditRoutes(parts),
    ...eraseRoutes(parts),
  ];
}

const offAnswer = problem(
  404,
  'the admin API is switched off',
  'Set admin.token in the config to switch it on.',
);

const unknownPathAnswer = problem(
  404,
  'the admin API has no such path, or not with this method',
  'It has events, preview, diff, coverage, destinations, mappings, sources, refusals, links, audit and erase.',
);
