import { type EventFilter, readCursor } from '../../event-filter.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { openListing, type StepResult } from './listing.ts';

/** The time limit for the steps of one page. The next page continues there. Milliseconds. */
const pageMs = 40;

/** A page of the matching events. */
export interface FoundPage {
  /** Their sequences, newest first. */
  readonly found: readonly number[];
  /** The cursor of the next page, if there is more. */
  readonly next: string | undefined;
  /** The sequence before which an incomplete page stopped, because it reached its time limit. */
  readonly stoppedBefore: number | undefined;
}

/** Returns one page of the matching events. */
export async function findPage(
  transaction: Transaction,
  filter: EventFilter,
  limit: number,
): Promise<FoundPage> {
  const end = performance.now() + pageMs;
  const listing = await openListing(transaction, filter);
  const found: number[] = [];
  let before = readCursor(filter.cursor);
  do {
    const stepped = await listing(before, limit + 1 - found.length);
    found.push(...stepped.found);
    if (found.length > limit)
      return { found: found.slice(0, limit), next: String(found[limit - 1]), stoppedBefore: undefined };
    if (stepped.next === undefined) return { found, next: undefined, stoppedBefore: undefined };
    before = stepped.next;
  } while (performance.now() < end);
  return { found, next: String(before), stoppedBefore: before };
}

/** The number of events that are changed in one transaction. */
const atOnce = 200;

/** Runs a function for all matching events, batch by batch; returns the sum of its results. */
export async function forEachFound(
  database: Database,
  filter: EventFilter,
  act: (sequences: readonly number[]) => Promise<number>,
): Promise<number> {
  let count = 0;
  let before: number | undefined = readCursor(filter.cursor);
  while (before !== undefined) {
    const wanted = (filter.limit ?? Number.POSITIVE_INFINITY) - count;
    if (wanted <= 0) break;
    const { found, next } = await stepFrom(database, filter, before, Math.min(wanted, atOnce));
    if (found.length > 0) count += await act(found);
    before = next;
  }
  return count;
}

/** Runs one step in its own transaction, so that no transaction is long. */
function stepFrom(
  database: Database,
  filter: EventFilter,
  before: number,
  enough: number,
): Promise<StepResult> {
  return database.read(async transaction => (await openListing(transaction, filter))(before, enough));
}
