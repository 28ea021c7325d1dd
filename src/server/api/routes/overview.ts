import type { DestinationView, MappingView } from '../../../deliver/bridge.ts';
import type { Status } from '../../../inbox/event.ts';
import type { ConfigState } from '../../health/config-state.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';

/** How all of it stands. */
export interface OverviewAnswer {
  /** How many calls there are of each status, and events that have none. */
  readonly statuses: Readonly<Record<Status, number>>;
  /** How many events only a person brings on; `more`: there are more than were counted. */
  readonly needsPerson: { readonly events: number; readonly more?: true };
  /** Events that wait because no mapping takes them. */
  readonly unclaimed: number;
  /** How the config on disk stands to the one in use; left out where nobody watches it. */
  readonly config?: ConfigState;
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
}

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
        const [destinations, mappings, found] = await Promise.all([
          bridge.destinations(counts),
          bridge.mappings(counts),
          store.previewDiscard({ needs: 'person' }, mostCounted),
        ]);
        const needsPerson = { events: found.events, ...(found.more && { more: found.more }) };
        const { statuses, unclaimed } = counts;
        const config = configState && { config: configState() };
        return ok({
          statuses,
          needsPerson,
          unclaimed,
          ...config,
          destinations,
          mappings,
        } satisfies OverviewAnswer);
      },
    }),
  ];
}
