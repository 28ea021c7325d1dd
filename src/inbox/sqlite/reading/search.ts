import { setImmediate as turn } from 'node:timers/promises';
import type { EventFilter } from '../../event-filter.ts';
import type { Connection } from '../connection.ts';
import type { WriteQueue } from '../write-queue.ts';
import { listingStep } from './listing.ts';

/** So many steps through the events one page may take; others work between them. */
const stepsPerPage = 200;
/** Where contents are read, so many steps and so many bytes: some hundredths of a second. The next page goes on there. */
const stepsPerPageWithText = 10;
const bytesPerPage = 4 * 1024 * 1024;

/** The sequences of one page of the events that fit, newest first, and the cursor of the next page if there is more. */
export async function findPage(
  connection: Connection,
  queue: WriteQueue,
  filter: EventFilter,
  limit: number,
): Promise<{ found: readonly number[]; next: string | undefined }> {
  const found: number[] = [];
  let before = readCursor(filter.cursor);
  const most = filter.q === undefined ? stepsPerPage : stepsPerPageWithText;
  let bytes = 0;
  for (let steps = 0; steps < most && bytes < bytesPerPage; steps += 1) {
    const wanted = limit + 1 - found.length;
    const stepped = await queue.read(() => listingStep(connection, filter, before, wanted));
    found.push(...stepped.found);
    if (found.length > limit) return { found: found.slice(0, limit), next: String(found[limit - 1]) };
    if (stepped.next === undefined) return { found, next: undefined };
    before = stepped.next;
    bytes += stepped.bytes;
    await turn();
  }
  return { found, next: String(before) };
}

/** So many events are changed in one transaction. */
const atOnce = 200;

/** Does something with all events that fit, a part of them in each transaction; answers the sum of its answers. */
export async function forEachFound(
  connection: Connection,
  queue: WriteQueue,
  filter: EventFilter,
  act: (sequences: readonly number[]) => number,
): Promise<number> {
  let count = 0;
  let before: number | undefined = readCursor(filter.cursor);
  while (before !== undefined) {
    const from: number = before;
    const wanted = (filter.limit ?? Number.POSITIVE_INFINITY) - count;
    if (wanted <= 0) break;
    const { found, next } = await queue.read(() =>
      listingStep(connection, filter, from, Math.min(wanted, atOnce)),
    );
    if (found.length > 0) count += await queue.write(() => act(found));
    else await turn();
    before = next;
  }
  return count;
}

function readCursor(cursor: string | undefined): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;
}
