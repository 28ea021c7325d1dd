import { isoTime } from '../../../inbox/clock.ts';
import type { ProcessRecord } from '../../../inbox/shared-work.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';

/** One of the processes that share a store, as `/api/processes` shows it. */
export interface ProcessView extends Omit<ProcessRecord, 'startedAt' | 'seenAt'> {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seenAt: string;
}

/** The route of the processes that share the store, with the work of each. */
export function processRoutes({ bridge }: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /processes',
      answer: async () => ok({ processes: (bridge.processes()?.all ?? []).map(view) }),
    }),
  ];
}

function view({ startedAt, seenAt, ...rest }: ProcessRecord): ProcessView {
  return { ...rest, startedAt: isoTime(startedAt), seenAt: isoTime(seenAt) };
}
