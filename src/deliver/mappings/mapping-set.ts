import { createHash } from 'node:crypto';
import type { MappingHold } from '../../inbox/mapping-hold.ts';
import type { FaultyMapping, MappingFolder } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** The current mappings, and which of them are held. */
export interface MappingSet {
  folder(): MappingFolder;
  /** Returns the mappings of a source, ordered by name. */
  of(source: string): readonly Mapping[];
  find(name: string): Mapping | undefined;
  /** Returns a file without a usable version that is, or may be, a mapping of this source. */
  faultyFor(source: string): FaultyMapping | undefined;
  replace(folder: MappingFolder): void;
  /** A hash of all mappings: two processes with the same hash plan alike. */
  digest(): string;
  hold(hold: MappingHold): void;
  release(mapping: string): void;
  /** Replaces the holds by those that another process stored. */
  useHolds(holds: readonly MappingHold[]): void;
  held(mapping: string): MappingHold | undefined;
  holds(): readonly MappingHold[];
}

/** Makes the set of a folder's mappings, with the stored holds. */
export function createMappingSet(folder: MappingFolder, stored: readonly MappingHold[]): MappingSet {
  let current = folder;
  let byName = new Map(folder.mappings.map(mapping => [mapping.name, mapping]));
  let bySource = Map.groupBy(folder.mappings, mapping => mapping.source);
  const holds = new Map(stored.map(hold => [hold.mapping, hold]));
  return {
    folder: () => current,
    of: source => bySource.get(source) ?? [],
    find: name => byName.get(name),
    faultyFor(source) {
      return current.faulty.find(
        file => !byName.has(file.name) && (file.source === undefined || file.source === source),
      );
    },
    replace(next) {
      current = next;
      byName = new Map(next.mappings.map(mapping => [mapping.name, mapping]));
      bySource = Map.groupBy(next.mappings, mapping => mapping.source);
    },
    digest() {
      const versions = [...byName.values()].map(({ name, version }) => [name, version]);
      return createHash('sha256').update(JSON.stringify(versions.sort())).digest('hex').slice(0, 12);
    },
    hold(hold) {
      holds.set(hold.mapping, hold);
    },
    release(mapping) {
      holds.delete(mapping);
    },
    useHolds(stored) {
      holds.clear();
      for (const hold of stored) holds.set(hold.mapping, hold);
    },
    held: mapping => holds.get(mapping),
    holds: () => [...holds.values()],
  };
}
