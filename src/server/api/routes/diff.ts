import * as z from 'zod';
import { problem } from '../../http/answer.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { checkInput } from '../input.ts';
import { type HistoryQuery, mostEvents } from './history-query.ts';
import { knownMapping, noMapping } from './mappings.ts';
import { noSource } from './sources.ts';

const querySchema = z.strictObject({
  last: z.coerce.number().int().min(1).max(mostEvents).default(1000),
  mapping: z.string().max(100).optional(),
  source: z.string().max(100).optional(),
  values: z.enum(['true', 'false']).default('false'),
});

/**
 * How the calls that the mappings in use would make of stored events differ from those that were made. Values of
 * events are shown only by their shape, unless they are asked for.
 */
export function diffRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  const { bridge, config } = parts;
  return [
    {
      method: 'GET',
      url: '/diff',
      async answer(request) {
        const input = checkInput(querySchema, request.query);
        if (input.kind === 'answer') return input.answer;
        const { last, mapping, source, values } = input.value;
        const planning = bridge.planning();
        if (source !== undefined && !config.sources.has(source))
          return problem(400, ...noSource(source, config));
        if (mapping !== undefined && !knownMapping(mapping, planning))
          return problem(400, ...noMapping(mapping, planning));
        const telling = values === 'true' ? 'values' : 'shapes';
        // Loaded when somebody asks: a bridge at rest does without it.
        const { diffStored } = await import('../../../history/diff/diff-stored.ts');
        return queryHistory(request, archive =>
          diffStored(
            archive,
            { last, mapping, source, telling },
            { ...planning, findLink: archive.findLink },
          ),
        );
      },
    },
  ];
}
