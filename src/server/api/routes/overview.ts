import type { DestinationView, MappingView } from '../../../deliver/bridge.ts';
import type { Status } from '../../../inbox/event.ts';
import type { OperatorStore } from '../../../inbox/operator-store.ts';
import type { ConfigState } from '../../health/config-state.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';

/** How all of it stands. */
export interface OverviewAnswer {
  /** How many calls there are of each status, and events that have none. */
  readonly statuses: Readonly<Record<Status, number>>;
  /** How many events only a person brings on; `more`: there are more than were counted. */
  readonly needsPerson: { readonly events: number; readonly more?: true };
  /** Why events failed, the most frequent cause first. */
  readonly failures: readonly FailureCause[];
  /** Events that wait because no mapping takes them. */
  readonly unclaimed: number;
  /** How the config on disk stands to the one in use; left out where nobody watches it. */
  readonly config?: ConfigState;
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
}

/** How many of the newest failed events have one cause. */
export interface FailureCause {
  /** The code of the diagnostic that says why; left out where there is none. */
  readonly code?: string;
  readonly events: number;
  /** More events failed than were looked at. */
  readonly more?: true;
}

/** So many failed events are sorted by their causes. */
const mostSorted = 200;

/** So many events that need a person are counted exactly. */
const mostCounted = 1_000;

/** How all of it stands, as the first page of the console shows it. */
export function overviewRoutes({ bridge, store, configState }: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      url: '/overview',
      async answer() {
        const counts = await store.counts();
        const [destinations, mappings, found, failures] = await Promise.all([
          bridge.destinations(counts),
          bridge.mappings(counts),
          store.previewDiscard({ needs: 'person' }, mostCounted),
          counts.statuses.failed > 0 ? failureCauses(store) : [],
        ]);
        const needsPerson = { events: found.events, ...(found.more && { more: found.more }) };
        const { statuses, unclaimed } = counts;
        const config = configState && { config: configState() };
        return ok({
          statuses,
          needsPerson,
          failures,
          unclaimed,
          ...config,
          destinations,
          mappings,
        } satisfies OverviewAnswer);
      },
    }),
  ];
}

async function failureCauses(store: Pick<OperatorStore, 'events'>): Promise<readonly FailureCause[]> {
  const { events, next } = await store.events({ status: 'failed', limit: mostSorted });
  const counted = new Map<string | undefined, number>();
  for (const { code } of events) counted.set(code, (counted.get(code) ?? 0) + 1);
  return [...counted]
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => ({
      ...(code !== undefined && { code }),
      events: count,
      ...(next !== undefined && { more: true as const }),
    }));
}
