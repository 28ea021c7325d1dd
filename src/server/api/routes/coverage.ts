import * as z from 'zod';
import type { DestinationView } from '../../../deliver/bridge.ts';
import type { PlanningContext } from '../../../deliver/planning/plan-event.ts';
import type { KnownFields } from '../../../history/unmapped/cover-sources.ts';
import { problem } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { type HistoryQuery, mostEvents } from './history-query.ts';
import { noSource } from './sources.ts';

const querySchema = z.strictObject({
  source: z.string().max(100).optional().describe('Only this source'),
  last: z.coerce
    .number()
    .int()
    .min(1)
    .max(mostEvents)
    .default(1000)
    .describe('The number of events of each source, 1 to 10,000; default 1,000'),
  newest: z.coerce
    .number()
    .int()
    .min(1)
    .max(mostEvents)
    .default(100)
    .describe('The number of newest events to compare with the older ones, 1 to 10,000; default 100'),
});

/**
 * The routes about the parts of stored events that the mappings in use do not read, the fields that no mapping
 * sets, and those that never had a value. They show no values.
 */
export function coverageRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  const { bridge, config } = parts;
  return [
    apiRoute({
      key: 'GET /coverage',
      query: querySchema,
      async answer({ query: { source: only, last, newest }, request }) {
        if (only !== undefined && !config.sources.has(only)) return problem(400, ...noSource(only, config));
        const planning = bridge.planning();
        // Loaded at the first request: an idle bridge does not need it.
        const { coverSources } = await import('../../../history/unmapped/cover-sources.ts');
        return queryHistory(request, archive =>
          coverSources({
            sources: [...config.sources.values()].filter(({ name }) => only === undefined || name === only),
            mappings: planning.mappings.folder().mappings,
            archive,
            last,
            newest,
            destinations: config.destinations,
            now: planning.now,
            catalogs: async () => catalogsOf(planning, await bridge.destinations()),
          }),
        );
      },
    }),
  ];
}

function catalogsOf(
  planning: PlanningContext,
  views: readonly DestinationView[],
): ReadonlyMap<string, KnownFields> {
  return new Map(
    views.map(({ name, state, reason }): [string, KnownFields] => {
      const snapshot = planning.destination(name)?.catalog ?? null;
      if (snapshot && state === 'open') return [name, { snapshot }];
      return [name, { snapshot, trouble: reason ?? `it is ${state}` }];
    }),
  );
}
