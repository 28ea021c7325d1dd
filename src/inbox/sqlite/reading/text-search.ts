import { setImmediate as turn } from 'node:timers/promises';
import { eventSearch, type SearchedEvent } from '../../finding/event-search.ts';
import { partsToSearch, type Searched, searchInTurns } from '../../finding/search-in-turns.ts';
import { searchedEvents, searchedSizes } from '../../operations/searched-events.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';

/** Searches for a text in events, until enough are found or the limit of work is reached. */
export type TextSearch = (
  sequences: readonly number[],
  enough: number,
  mostWork: number,
) => Promise<Searched>;

/** Makes a search for a text in the ids, the contents and the calls of events. */
export function createTextSearch(connection: Connection, queue: WriteQueue, text: string): TextSearch {
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
