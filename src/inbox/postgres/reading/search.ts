import type { EventFilter } from '../../event-filter.ts';
import { actOnFound, collectPage, type FoundPage } from '../../operations/found-page.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { openListing } from './listing.ts';

/** The time limit for the steps of one page. The next page continues there. Milliseconds. */
const pageMs = 40;

/** Returns one page of the matching events. */
export async function findPage(
  transaction: Transaction,
  filter: EventFilter,
  limit: number,
): Promise<FoundPage> {
  const end = performance.now() + pageMs;
  const listing = await openListing(transaction, filter);
  return collectPage(listing, filter, limit, () => performance.now() < end);
}

/**
 * Runs a function for all matching events, batch by batch; returns the sum of its results. Each search has its own
 * transaction, so that no transaction is long.
 */
export function forEachFound(
  database: Database,
  filter: EventFilter,
  act: (sequences: readonly number[]) => Promise<number>,
): Promise<number> {
  return actOnFound(
    (before, enough) =>
      database.read(async transaction => (await openListing(transaction, filter))(before, enough)),
    filter,
    act,
  );
}
