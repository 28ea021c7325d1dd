import type { Place } from '../../diagnostics/diagnostic.ts';
import type { FieldConfiguration, KnownStatus } from '../catalog/field.ts';

/** What a lock keeps of one destination: its catalog as somebody last saved it. Times are epoch milliseconds. */
export interface LockedCatalog {
  readonly fields: readonly FieldConfiguration[];
  /** When the fields were read. */
  readonly fetchedAt: number;
  /** Those that the API listed or took; what the config declares is not kept. */
  readonly statuses: readonly KnownStatus[];
  readonly statusesListedAt: number | null;
}

/** The lock as it was read from its file. */
export interface CatalogLock {
  /** By the names of the destinations. */
  readonly catalogs: ReadonlyMap<string, LockedCatalog>;
  /** Where a field, or without one the destination, stands in the file. */
  placeOf(destination: string, field?: FieldConfiguration): Place | undefined;
}
