import * as z from 'zod';
import { allStatuses } from '../../../../inbox/event.ts';
import { destinationViewSchema, mappingViewSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

/** How all of it stands. */
export const overviewOperations: ApiOperations = {
  'GET /overview': {
    name: 'overview',
    does: 'Shows how the bridge stands: how many calls there are of each status, and how destinations and mappings are.',
    answer:
      '`{"statuses", "unclaimed", "destinations": […], "mappings": […]}`; `statuses` counts calls, and events that have none',
    schema: z.object({
      statuses: z
        .object(Object.fromEntries(allStatuses.map(each => [each, z.int()])))
        .describe('How many there are of each status'),
      unclaimed: z.int().describe('Events that wait because no mapping takes them'),
      destinations: z.array(destinationViewSchema),
      mappings: z.array(mappingViewSchema),
    }),
  },
};
