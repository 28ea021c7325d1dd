import type { DestinationView, MappingView } from '../../../deliver/bridge.ts';
import type { Status } from '../../../inbox/event.ts';
import type { OperatorStore } from '../../../inbox/operator-store.ts';
import type { ConfigState } from '../../health/config-state.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';

/** The overall state of the bridge. */
export interface OverviewAnswer {
  /** The number of calls by status, and of events without a call. */
  readonly statuses: Readonly<Record<Status, number>>;
  /** The number of events that need a person; `more`: counting stopped there. */
  readonly needsPerson: { readonly events: number; readonly more?: true };
  /** The reasons of failed events, the most frequent one first. */
  readonly failures: readonly FailureCause[];
  /** The number of events that wait because no mapping applies to their source. */
  readonly unclaimed: number;
  /** Calls that wait for the customer number of their link; `more`: counting stopped there. */
  readonly unlinked: { readonly calls: number; readonly more?: true };
  /** The config on disk compared with the one in use; absent if the program does not watch it. */
  readonly config?: ConfigState;
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
}

/** The number of the newest failed events with one cause. */
export interface FailureCause {
  /** The code of the diagnostic with the reason; absent if there is none. */
  readonly code?: string;
  readonly events: number;
  /** True if more events failed than were examined. */
  readonly more?: true;
}

/** The number of failed events that are grouped by cause. */
const mostSorted = 200;

/** Events that need a person are counted up to this number. */
const mostCounted = 1_000;

/** The routes of the overall state, which the first page of the console shows. */
export function overviewRoutes({ bridge, store, configState }: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /overview',
      async answer() {
        const counts = await store.counts();
        const [destinations, mappings, found, failures, waiting] = await Promise.all([
          bridge.destinations(counts),
          bridge.mappings(counts),
          store.previewDiscard({ needs: 'person' }, mostCounted),
          counts.statuses.failed > 0 ? failureCauses(store) : [],
          counts.statuses.queued > 0 ? store.waitingForLinks(mostCounted + 1) : 0,
        ]);
        const needsPerson = { events: found.events, ...(found.more && { more: found.more }) };
        const unlinked =
          waiting > mostCounted ? { calls: mostCounted, more: true as const } : { calls: waiting };
        const { statuses, unclaimed } = counts;
        const config = configState && { config: configState() };
        return ok({
          statuses,
          needsPerson,
          failures,
          unclaimed,
          unlinked,
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
