import { setImmediate as turn } from 'node:timers/promises';
import { type EventFilter, readCursor } from '../../event-filter.ts';
import { eventSearch, type SearchedEvent } from '../../finding/event-search.ts';
import { partsToSearch, type Searched, searchInTurns } from '../../finding/search-in-turns.ts';
import { searchedEvents, searchedSizes } from '../../operations/searched-events.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { listingStep } from './listing.ts';
import { mayHaveText } from './word-index.ts';

/** The maximum number of steps through the events for one page; other work runs between them. */
const stepsPerPage = 200;
/**
 * For a search in contents: the maximum number of steps, and of work, some tenths of a second. The next page
 * continues there.
 */
const stepsPerPageWithText = 20;
const workPerPage = 1_000_000;

/** A page of the matching events. */
export interface FoundPage {
  /** Their sequences, newest first. */
  readonly found: readonly number[];
  /** The cursor of the next page, if there is more. */
  readonly next: string | undefined;
  /** The sequence before which an incomplete page stopped, because it reached its limit of work. */
  readonly stoppedBefore: number | undefined;
}

/** Returns one page of the matching events. */
export async function findPage(
  connection: Connection,
  queue: WriteQueue,
  filter: EventFilter,
  limit: number,
): Promise<FoundPage> {
  const listing = openListing(connection, queue, filter);
  const found: number[] = [];
  let before = readCursor(filter.cursor);
  const most = filter.q === undefined ? stepsPerPage : stepsPerPageWithText;
  let work = 0;
  for (let steps = 0; steps < most && work < workPerPage; steps += 1) {
    const stepped = await listing(before, limit + 1 - found.length, workPerPage - work);
    found.push(...stepped.found);
    if (found.length > limit)
      return { found: found.slice(0, limit), next: String(found[limit - 1]), stoppedBefore: undefined };
    if (stepped.next === undefined) return { found, next: undefined, stoppedBefore: undefined };
    before = stepped.next;
    work += stepped.work;
    await turn();
  }
  return { found, next: String(before), stoppedBefore: before };
}

/** The number of events that are changed in one transaction. */
const atOnce = 200;

/** Runs a function for all matching events, batch by batch; returns the sum of its results. */
export async function forEachFound(
  connection: Connection,
  queue: WriteQueue,
  filter: EventFilter,
  act: (sequences: readonly number[]) => Promise<number>,
): Promise<number> {
  const listing = openListing(connection, queue, filter);
  let count = 0;
  let before: number | undefined = readCursor(filter.cursor);
  while (before !== undefined) {
    const wanted = (filter.limit ?? Number.POSITIVE_INFINITY) - count;
    if (wanted <= 0) break;
    const { found, next } = await listing(before, Math.min(wanted, atOnce), workPerPage);
    if (found.length > 0) count += await act(found);
    await turn();
    before = next;
  }
  return count;
}

/** A step through the events that may match a filter, and the amount of contents that it read. */
interface StepResult {
  readonly found: readonly number[];
  readonly next: number | undefined;
  readonly work: number;
}

/** Reads the next events before a sequence. `enough`: the maximum number of wanted events. */
type Listing = (before: number, enough: number, mostWork: number) => Promise<StepResult>;

function openListing(connection: Connection, queue: WriteQueue, filter: EventFilter): Listing {
  const search = filter.q === undefined ? undefined : createTextSearch(connection, queue, filter.q);
  const wanted = {
    filter,
    mayHaveText: filter.q === undefined ? undefined : mayHaveText(connection, filter.q),
  };
  return async (before, enough, mostWork) => {
    const most = search ? Number.POSITIVE_INFINITY : enough;
    const { found, next } = await queue.read(() => listingStep(connection, wanted, before, most));
    if (!search) return { found, next, work: 0 };
    const searched = await search(found, enough, mostWork);
    return { found: searched.found, next: searched.stoppedAt ?? next, work: searched.work };
  };
}

/** Searches for a text in events, until enough are found or the limit of work is reached. */
type TextSearch = (sequences: readonly number[], enough: number, mostWork: number) => Promise<Searched>;

/** Makes a search for a text in the ids, the contents and the calls of events. */
function createTextSearch(connection: Connection, queue: WriteQueue, text: string): TextSearch {
  const search = eventSearch(text);
  return (sequences, enough, mostWork) =>
    searchInTurns(readParts(connection, queue, sequences), search, { enough, mostWork, turn });
}

async function* readParts(
  connection: Connection,
  queue: WriteQueue,
  sequences: readonly number[],
): AsyncGenerator<readonly SearchedEvent[]> {
  if (sequences.length === 0) return;
  const statements = statementsOf(connection);
  const sizes = await queue.read(() => takeSteps(searchedSizes(statements, sequences)));
  for (const part of partsToSearch(sizes))
    yield await queue.read(() => takeSteps(searchedEvents(statements, part)));
}
