import type { Place } from '../../diagnostics/diagnostic.ts';
import type { FieldConfiguration, KnownStatus } from '../catalog/field.ts';

/**
 * The contents of a lock for one destination: its catalog at the time of the last save. Times are epoch milliseconds.
 */
export interface LockedCatalog {
  readonly fields: readonly FieldConfiguration[];
  /** The time when the fields were read. */
  readonly fetchedAt: number;
  /** The statuses that the API listed or accepted; statuses declared in the config are not kept. */
  readonly statuses: readonly KnownStatus[];
  readonly statusesListedAt: number | null;
}

/** The lock as it was read from its file. */
export interface CatalogLock {
  /** The catalogs by the names of the destinations. */
  readonly catalogs: ReadonlyMap<string, LockedCatalog>;
  /** Returns the place of a field in the file, or of the destination if no field is given. */
  placeOf(destination: string, field?: FieldConfiguration): Place | undefined;
}
