import type { Bridge, DestinationView, MappingView } from '../../deliver/bridge.ts';
import type { Counts } from '../../inbox/counts.ts';

/** How everything behind the door stands. */
export interface Overview {
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
  readonly counts: Counts;
}

/** Asks the bridge how everything stands now; what is counted may be a little older. */
export async function readOverview(
  bridge: Pick<Bridge, 'destinations' | 'mappings'>,
  counts: Counts,
): Promise<Overview> {
  const [destinations, mappings] = await Promise.all([bridge.destinations(counts), bridge.mappings(counts)]);
  return { destinations, mappings, counts };
}
