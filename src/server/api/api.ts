import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, ok, problem, sendAnswer } from '../http/answer.ts';
import type { AccessControl } from './access/access-control.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { knownNames } from './known-names.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { answerMasked, answerReader } from './reader.ts';
import type { Role } from './roles.ts';
import { activityRoutes } from './routes/activity.ts';
import { amendRoutes } from './routes/amend.ts';
import { auditRoutes } from './routes/audit.ts';
import { benchRoutes } from './routes/bench/bench.ts';
import { codeRoutes } from './routes/codes.ts';
import { coverageRoutes } from './routes/coverage.ts';
import { destinationRoutes } from './routes/destinations.ts';
import { diffRoutes } from './routes/diff.ts';
import { eraseRoutes } from './routes/erase.ts';
import { eventCustomerRoutes } from './routes/event-customer.ts';
import { eventRoutes } from './routes/events.ts';
import { createHistoryQuery } from './routes/history-query.ts';
import { importRoutes } from './routes/imports.ts';
import { languageRoutes } from './routes/language.ts';
import { linkRoutes } from './routes/links.ts';
import { mappingRoutes } from './routes/mappings.ts';
import { overviewRoutes } from './routes/overview.ts';
import { previewRoutes } from './routes/preview.ts';
import { probeRoutes } from './routes/probe.ts';
import { processRoutes } from './routes/processes.ts';
import { refusalRoutes } from './routes/refusals.ts';
import { resolveRoutes } from './routes/resolve.ts';
import { setupAccountRoutes } from './routes/setup/setup-account.ts';
import { setupMappingRoutes } from './routes/setup/setup-mapping.ts';
import { setupSourceRoutes } from './routes/setup/setup-sources.ts';
import { setupStateRoutes } from './routes/setup/setup-state.ts';
import { setupVersionRoutes } from './routes/setup/setup-versions.ts';
import { sourceRoutes } from './routes/sources.ts';
import { testRoutes } from './routes/test-mapping.ts';
import { unlessStoreAway } from './unless-store-away.ts';

/** Adds everything under `/api`, for requests that `access` accepts. Without a token in the config the API is off. */
export function addApi(app: FastifyInstance, parts: ApiParts, access: AccessControl | undefined): void {
  const roles = new WeakMap<FastifyRequest, Role>();
  const all = apiRoutes(parts);
  const describe = describeOnce(all);
  app.addHook('preClose', async () => access?.close());
  app.register(
    async api => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (!access) return sendAnswer(reply, offAnswer);
        const admission = await unlessStoreAway(() => access.admit(request, reply));
        if ('status' in admission) return sendAnswer(reply, admission);
        if (admission.kind === 'refused') return sendAnswer(reply, admission.answer);
        roles.set(request, admission.role);
      });
      api.setNotFoundHandler((_request, reply) => sendAnswer(reply, unknownPathAnswer));
      const isKnown = () => knownNames(parts.config, parts.bridge);
      const respond = (route: ApiRoute, request: FastifyRequest): Promise<Answer> => {
        const isReader = roles.get(request) !== 'admin';
        const masked = isReader || wantsMasked(request);
        const answer = () => route.answer(request, { ...parts, masked });
        const masking = { describe, isKnown };
        return unlessStoreAway(() => {
          if (isReader) return answerReader(route, request, answer, masking);
          return masked ? answerMasked(route, answer, masking) : answer();
        });
      };
      api.get('/openapi.json', async (_request, reply) => sendAnswer(reply, ok(await describe())));
      for (const route of all) {
        api.route({
          method: route.method,
          url: route.url,
          handler: async (request, reply) => sendAnswer(reply, await respond(route, request)),
        });
      }
    },
    { prefix: '/api' },
  );
}

/** The console also masks personal data for an admin until they are requested. */
function wantsMasked({ headers }: FastifyRequest): boolean {
  return headers['x-fieldbridge-values'] === 'masked';
}

/** The description is created when it or a reader's request first needs it, not in an idle bridge. */
function describeOnce(all: readonly ApiRoute[]): () => Promise<OpenApiDocument> {
  let document: OpenApiDocument | undefined;
  return async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    document ??= openApiDocument(all);
    return document;
  };
}

/** Returns every route of `/api` except the one that describes them. */
export function apiRoutes(parts: ApiParts): readonly ApiRoute[] {
  const queryHistory = createHistoryQuery(parts.openArchive);
  return [
    ...overviewRoutes(parts),
    ...codeRoutes(),
    ...activityRoutes(parts),
    ...eventRoutes(parts),
    ...resolveRoutes(parts),
    ...amendRoutes(parts),
    ...eventCustomerRoutes(parts),
    ...previewRoutes(parts),
    ...diffRoutes(parts, queryHistory),
    ...coverageRoutes(parts, queryHistory),
    ...destinationRoutes(parts),
    ...probeRoutes(parts),
    ...mappingRoutes(parts),
    ...testRoutes(parts),
    ...benchRoutes(parts, queryHistory),
    ...languageRoutes(parts),
    ...refusalRoutes(parts),
    ...linkRoutes(parts),
    ...importRoutes(parts),
    ...sourceRoutes(parts),
    ...auditRoutes(parts),
    ...processRoutes(parts),
    ...eraseRoutes(parts),
    ...setupStateRoutes(parts),
    ...setupAccountRoutes(parts),
    ...setupSourceRoutes(parts),
    ...setupMappingRoutes(parts),
    ...setupVersionRoutes(parts),
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
  'It has overview, activity, codes, events, preview, diff, coverage, destinations, mappings, bench, language, sources, refusals, links, imports, audit, processes, erase and setup; GET /api/openapi.json describes them.',
);
