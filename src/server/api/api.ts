import type { FastifyInstance } from 'fastify';
import { problem, sendAnswer } from '../http/answer.ts';
import { createAccessControl } from './access/access-control.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { auditRoutes } from './routes/audit.ts';
import { coverageRoutes } from './routes/coverage.ts';
import { destinationRoutes } from './routes/destinations.ts';
import { diffRoutes } from './routes/diff.ts';
import { eraseRoutes } from './routes/erase.ts';
import { eventRoutes } from './routes/events.ts';
import { createHistoryQuery } from './routes/history-query.ts';
import { linkRoutes } from './routes/links.ts';
import { mappingRoutes } from './routes/mappings.ts';
import { previewRoutes } from './routes/preview.ts';
import { probeRoutes } from './routes/probe.ts';
import { refusalRoutes } from './routes/refusals.ts';
import { resolveRoutes } from './routes/resolve.ts';
import { sourceRoutes } from './routes/sources.ts';
import { testRoutes } from './routes/test-mapping.ts';

/**
 * Adds everything under `/api`, for whoever has the admin's token. Without a token in the config
 * it is off.
 */
export function addApi(app: FastifyInstance, parts: ApiParts): void {
  const { admin } = parts.config;
  const access = admin && createAccessControl(admin, parts);
  app.addHook('preClose', async () => access?.close());
  app.register(
    async api => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refusal = access ? await access.refusal(request, reply) : offAnswer;
        if (refusal) return sendAnswer(reply, refusal);
      });
      api.setNotFoundHandler((_request, reply) => sendAnswer(reply, unknownPathAnswer));
      for (const route of routes(parts)) {
        api.route({
          method: route.method,
          url: route.url,
          handler: async (request, reply) => sendAnswer(reply, await route.answer(request)),
        });
      }
    },
    { prefix: '/api' },
  );
}

function routes(parts: ApiParts): readonly ApiRoute[] {
  const queryHistory = createHistoryQuery(parts.openArchive);
  return [
    ...eventRoutes(parts),
    ...resolveRoutes(parts),
    ...previewRoutes(parts),
    ...diffRoutes(parts, queryHistory),
    ...coverageRoutes(parts, queryHistory),
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
