import type { Destination } from '../destinations/destination.ts';
import { createMappingSet } from '../mappings/mapping-set.ts';
import type { PlanningContext } from './plan-event.ts';

/**
 * The same planning as it stands at this moment: mappings and catalogs that are read again later change nothing of it,
 * so that a long look at many events comes to one answer. No mapping is held in it.
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
