import * as z from 'zod';
import type { ActivitySeries } from '../../health/activity-log.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';

/** The recent activity by minute. */
export interface ActivityAnswer {
  readonly series: ActivitySeries;
}

const activityQuery = z.strictObject({
  hours: z.coerce
    .number()
    .int()
    .min(1)
    .max(168)
    .default(6)
    .describe('The number of hours: 1 to 168; default 6. More hours give longer steps'),
});

/** The routes about the recently accepted and delivered events of all processes. */
export function activityRoutes({ activity }: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /activity',
      query: activityQuery,
      async answer({ query: { hours } }) {
        return ok({ series: await activity.series(hours) } satisfies ActivityAnswer);
      },
    }),
  ];
}
