import { carryOver } from '../catalog/carry-over.ts';
import { type CatalogState, restoreState, snapshotOf } from '../catalog/catalog-state.ts';
import type { CatalogSnapshot, KnownStatus } from '../catalog/field.ts';
import type { LockedCatalog } from './locked-catalog.ts';

/** Returns the catalog of a lock alone, with the status names from the config. */
export function snapshotOfLock(
  locked: LockedCatalog,
  declaredNames: readonly string[],
): CatalogSnapshot | null {
  return snapshotOf(restoreState(JSON.stringify(locked), declaredNames, locked.fetchedAt), locked.fetchedAt);
}

/** Adds the facts of a lock to a catalog: former keyNames, names in other languages, status names. */
export function withLock(snapshot: CatalogSnapshot, locked: LockedCatalog): CatalogSnapshot {
  const fields = carryOver(locked.fields, snapshot.fields);
  return { ...snapshot, fields, ...mergeStatuses(snapshot, locked) };
}

/** Converts a catalog to its form in a lock. */
export function lockedCatalog({
  fields,
  fetchedAt,
  statuses,
  statusesListedAt,
}: CatalogSnapshot): LockedCatalog {
  return {
    fields,
    fetchedAt,
    statuses: statuses.filter(({ origin }) => origin !== 'declared'),
    statusesListedAt,
  };
}

type StatusesKnown = Pick<CatalogState, 'statuses' | 'statusesListedAt'>;

/**
 * Merges the statuses of two catalogs: the later complete list, and the statuses that the other catalog confirmed
 * after it. Declared statuses stay.
 */
export function mergeStatuses(one: StatusesKnown, other: StatusesKnown): StatusesKnown {
  const [later, earlier] = listedAt(other) > listedAt(one) ? [other, one] : [one, other];
  const known = new Map<string, KnownStatus>();
  const confirmed = earlier.statuses.filter(
    ({ origin, at }) => origin === 'confirmed' && at > listedAt(later),
  );
  const declared = earlier.statuses.filter(({ origin }) => origin === 'declared');
  for (const status of [...declared, ...confirmed, ...later.statuses]) {
    const before = known.get(status.name);
    if (before === undefined || before.origin === 'declared' || status.origin !== 'declared') {
      known.set(status.name, status);
    }
  }
  const order = ['listed', 'confirmed', 'declared'];
  const statuses = [...known.values()].sort((a, b) => order.indexOf(a.origin) - order.indexOf(b.origin));
  return { statuses, statusesListedAt: later.statusesListedAt };
}

function listedAt({ statusesListedAt }: StatusesKnown): number {
  return statusesListedAt ?? Number.NEGATIVE_INFINITY;
}
