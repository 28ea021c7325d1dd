import { setImmediate as turn } from 'node:timers/promises';
import type { EventFilter } from '../../event-filter.ts';
import { actOnFound, collectPage, type FoundPage } from '../../operations/found-page.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { openListing } from './listing.ts';

/** The maximum number of steps through the events for one page; other work runs between them. */
const stepsPerPage = 200;
/**
 * For a search in contents: the maximum number of steps, and of work, some tenths of a second. The next page
 * continues there.
 */
const stepsPerPageWithText = 20;
const workPerPage = 1_000_000;

/** Returns one page of the matching events. */
export function findPage(
  connection: Connection,
  queue: WriteQueue,
  filter: EventFilter,
  limit: number,
): Promise<FoundPage> {
  const listing = openListing(connection, queue, filter);
  const most = filter.q === undefined ? stepsPerPage : stepsPerPageWithText;
  let steps = 0;
  let work = 0;
  const measured = async (before: number, enough: number) => {
    const step = await listing(before, enough, workPerPage - work);
    steps += 1;
    work += step.work;
    await turn();
    return step;
  };
  return collectPage(measured, filter, limit, () => steps < most && work < workPerPage);
}

/** Runs a function for all matching events, batch by batch; returns the sum of its results. */
export function forEachFound(
  connection: Connection,
  queue: WriteQueue,
  filter: EventFilter,
  act: (sequences: readonly number[]) => Promise<number>,
): Promise<number> {
  const listing = openListing(connection, queue, filter);
  const step = async (before: number, enough: number) => {
    await turn();
    return listing(before, enough, workPerPage);
  };
  return actOnFound(step, filter, act);
}
