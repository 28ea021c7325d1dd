import { restoreState } from '../../booking/catalog/catalog-state.ts';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { mergeStatuses } from '../../booking/lock/with-lock.ts';

/** Adds the status names that a bridge learned from calls. `kept`: the catalog in its store. */
export function withLearnedStatuses(live: CatalogSnapshot, kept: string | undefined): CatalogSnapshot {
  if (kept === undefined) return live;
  return { ...live, ...mergeStatuses(live, restoreState(kept, [], live.fetchedAt)) };
}
