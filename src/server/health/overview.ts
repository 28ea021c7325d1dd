import type { Bridge, DestinationView, MappingView } from '../../deliver/bridge.ts';
import type { Counts } from '../../inbox/counts.ts';

/** The state of all destinations and mappings, and the waiting calls. */
export interface Overview {
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
  readonly counts: Counts;
}

/** Reads the present state of all destinations and mappings; the counts may be a little older. */
export async function readOverview(
  bridge: Pick<Bridge, 'destinations' | 'mappings'>,
  counts: Counts,
): Promise<Overview> {
  const [destinations, mappings] = await Promise.all([bridge.destinations(counts), bridge.mappings(counts)]);
  return { destinations, mappings, counts };
}
