import type { EventSearch, SearchedEvent } from './event-search.ts';

/** The result of a search through some events. */
export interface Searched {
  /** The events with the text, in their order. */
  readonly found: readonly number[];
  /** The event after which it stopped early: enough were found, or the limit of work was reached. */
  readonly stoppedAt: number | undefined;
  /** The amount of searched text, as an `EventSearch` counts it. */
  readonly work: number;
}

/** The limits at which a search ends early, and at which it lets other work run. */
export interface SearchLimits {
  /** The maximum number of found events. */
  readonly enough: number;
  readonly mostWork: number;
  readonly turn: () => Promise<unknown>;
}

/** The amount of work after which other work runs: some milliseconds. */
const workOfTurn = 48 * 1024;
/** The cost of an event besides its texts. */
const workOfEvent = 256;

/** Searches events one after another. Its work is counted, not timed, and other work runs in between. */
export async function searchInTurns(
  parts: AsyncIterable<readonly SearchedEvent[]>,
  search: EventSearch,
  { enough, mostWork, turn }: SearchLimits,
): Promise<Searched> {
  const found: number[] = [];
  let work = 0;
  let sinceTurn = 0;
  const count = async (amount: number) => {
    work += amount;
    sinceTurn += amount;
    if (sinceTurn < workOfTurn) return;
    sinceTurn = 0;
    await turn();
  };
  for await (const part of parts) {
    for (const event of part) {
      const steps = search(event);
      let step = steps.next();
      for (; !step.done; step = steps.next()) await count(step.value);
      await count(workOfEvent);
      if (step.value) found.push(event.sequence);
      if (found.length >= enough || work >= mostWork) return { found, stoppedAt: event.sequence, work };
    }
  }
  return { found, stoppedAt: undefined, work };
}

/** The key of a row, and the size of its contents in bytes. */
export interface SizedRow {
  readonly key: number;
  readonly bytes: number;
}

/** The maximum number of bytes in a read, except for a single larger row. */
const bytesAtOnce = 512 * 1024;

/** Divides rows, in their order, into parts that are read at once. */
export function* partsToSearch(sizes: readonly SizedRow[]): Generator<readonly number[]> {
  let part: number[] = [];
  let bytes = 0;
  for (const each of sizes) {
    if (part.length > 0 && bytes + each.bytes > bytesAtOnce) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(each.key);
    bytes += each.bytes;
  }
  if (part.length > 0) yield part;
}
