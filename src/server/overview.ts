import type { Bridge, DestinationView, MappingView } from '../deliver/bridge.ts';
import type { Counts } from '../inbox/counts.ts';
import type { Store } from '../inbox/store.ts';

/** How everything behind the door stands. */
export interface Overview {
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
  readonly counts: Counts;
}

/** Asks the bridge and the store how everything stands. */
export async function readOverview(parts: {
  readonly bridge: Pick<Bridge, 'destinations' | 'mappings'>;
  readonly store: Pick<Store, 'counts'>;
}): Promise<Overview> {
  const [destinations, mappings, counts] = await Promise.all([
    parts.bridge.destinations(),
    parts.bridge.mappings(),
    parts.store.counts(),
  ]);
  return { destinations, mappings, counts };
}
