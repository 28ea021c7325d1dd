import type { Mapping } from '../../mapping/mapping.ts';
import { createMappingSet } from '../mappings/mapping-set.ts';
import type { PlanningContext } from './plan-event.ts';

/** Returns the planning with a mapping in place of the one with the same name, as if saved; no mapping is held. */
export function withMapping(planning: PlanningContext, mapping: Mapping): PlanningContext {
  const folder = planning.mappings.folder();
  const isOther = ({ name }: { readonly name: string }) => name !== mapping.name;
  const mappings = [...folder.mappings.filter(isOther), mapping].sort((a, b) => (a.name < b.name ? -1 : 1));
  const next = { ...folder, mappings, faulty: folder.faulty.filter(isOther) };
  const holds = planning.mappings.holds().filter(hold => hold.mapping !== mapping.name);
  return { ...planning, mappings: createMappingSet(next, holds) };
}
