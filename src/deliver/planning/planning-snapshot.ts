import type { Destination } from '../destinations/destination.ts';
import { createMappingSet } from '../mappings/mapping-set.ts';
import type { PlanningContext } from './plan-event.ts';

/**
 * Returns a copy of the current planning with no mapping held. Later changes of mappings and catalogs do not affect
 * it, so a long run over many events is consistent.
 */
export function planningSnapshot(
  planning: PlanningContext,
  destinations: ReadonlyMap<string, Destination>,
): PlanningContext {
  const catalogs = new Map([...destinations].map(([name, { catalog }]) => [name, catalog.snapshot]));
  return {
    ...planning,
    mappings: createMappingSet(planning.mappings.folder(), []),
    destination: name => {
      const found = planning.destination(name);
      return found && { config: found.config, catalog: catalogs.get(name) ?? null };
    },
  };
}
