import { type EventFilter, readCursor } from '../event-filter.ts';

/** A page of the matching events. */
export interface FoundPage {
  /** Their sequences, newest first. */
  readonly found: readonly number[];
  /** The cursor of the next page, if there is more. */
  readonly next: string | undefined;
  /** The sequence before which an incomplete page stopped, because it reached its limit of work. */
  readonly stoppedBefore: number | undefined;
}

/** A step through the events that may match a filter, newest first. */
export interface ListingStep {
  /** The sequences of the matching events. */
  readonly found: readonly number[];
  /** The start of the next step; undefined if there are no more events. */
  readonly next: number | undefined;
}

/** Reads the next events before a sequence. `enough`: the maximum number of wanted events. */
export type Listing = (before: number, enough: number) => Promise<ListingStep>;

/** Returns one page of the matching events. `mayContinue`: whether another step is within the limit of work. */
export async function collectPage(
  listing: Listing,
  filter: EventFilter,
  limit: number,
  mayContinue: () => boolean,
): Promise<FoundPage> {
  const found: number[] = [];
  let before = readCursor(filter.cursor);
  do {
    const step = await listing(before, limit + 1 - found.length);
    found.push(...step.found);
    if (found.length > limit)
      return { found: found.slice(0, limit), next: String(found[limit - 1]), stoppedBefore: undefined };
    if (step.next === undefined) return { found, next: undefined, stoppedBefore: undefined };
    before = step.next;
  } while (mayContinue());
  return { found, next: String(before), stoppedBefore: before };
}

/** The number of events that are changed in one transaction. */
const atOnce = 200;

/** Runs a function for all matching events, batch by batch; returns the sum of its results. */
export async function actOnFound(
  listing: Listing,
  filter: EventFilter,
  act: (sequences: readonly number[]) => Promise<number>,
): Promise<number> {
  let count = 0;
  let before: number | undefined = readCursor(filter.cursor);
  while (before !== undefined) {
    const wanted = (filter.limit ?? Number.POSITIVE_INFINITY) - count;
    if (wanted <= 0) break;
    const { found, next }: ListingStep = await listing(before, Math.min(wanted, atOnce));
    if (found.length > 0) count += await act(found);
    before = next;
  }
  return count;
}
