import * as z from 'zod';
import { problem } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { notForReader } from '../roles.ts';
import { type HistoryQuery, mostEvents } from './history-query.ts';
import { isKnownMapping, noMapping } from './mappings.ts';
import { noSource } from './sources.ts';

const querySchema = z.strictObject({
  last: z.coerce
    .number()
    .int()
    .min(1)
    .max(mostEvents)
    .default(1000)
    .describe('The number of events, 1 to 10,000; default 1,000'),
  mapping: z.string().max(100).optional().describe('Only this mapping'),
  source: z.string().max(100).optional().describe('Only events of this source'),
  values: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: show values of customers; default `false`: only their patterns')
    .meta(notForReader),
});

/**
 * The routes that compare the calls that the mappings in use would make of stored events with the calls that were made.
 * Values are replaced by their shape, unless the request asks for them.
 */
export function diffRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  const { bridge, config } = parts;
  return [
    apiRoute({
      key: 'GET /diff',
      query: querySchema,
      async answer({ query: { last, mapping, source, values }, request }) {
        const planning = bridge.planning();
        if (source !== undefined && !config.sources.has(source))
          return problem(400, ...noSource(source, config));
        if (mapping !== undefined && !isKnownMapping(mapping, planning))
          return problem(400, ...noMapping(mapping, planning));
        const detail = values === 'true' ? 'values' : 'shapes';
        // Loaded at the first request: an idle bridge does not need it.
        const { diffStored } = await import('../../../history/diff/diff-stored.ts');
        return queryHistory(request, archive =>
          diffStored(archive, { last, mapping, source, detail }, { ...planning, findLink: archive.findLink }),
        );
      },
    }),
  ];
}
